import type { Session } from '../../src/domain/session/session.ts';
import type { Attempts } from '../../src/runtime/attempt/attempts.ts';
import type { Store, Write } from '../../src/store/store.ts';
import type { Mutation } from './crew.ts';
import type { World } from './world.ts';

type Change = (store: Store, write: Write) => Promise<Write | null>;

/** A store that changes each write, or leaves it out, before it commits. */
export const rewriting =
  (change: Change) =>
  (store: Store): Store => ({
    ...store,
    commit: async (writes) => {
      const changed: Write[] = [];
      for (const write of writes) {
        const kept = await change(store, write);
        if (kept) changed.push(kept);
      }
      return store.commit(changed);
    },
  });

export const without = (kind: Write['kind']): Mutation => ({
  store: rewriting(async (_, write) => (write.kind === kind ? null : write)),
});

/** A message leaves no trace on the session that it is for. */
const silentMessages = (store: Store): Store => ({
  ...store,
  commit: (writes) => {
    const isMessage = writes.some(({ kind }) => kind === 'add-message');
    return store.commit(isMessage ? writes.filter(({ kind }) => kind !== 'touch-session') : writes);
  },
});

/** Believes the newest version, whatever the caller has read. */
const forgetful = (store: Store): Store => ({
  ...store,
  commit: async (writes) => {
    if (writes.some(({ kind }) => kind === 'add-session')) return store.commit(writes);
    const rows = new Map<string, Session>();
    const changed: Write[] = [];
    for (const write of writes) {
      if (write.kind !== 'step-session' && write.kind !== 'touch-session') {
        changed.push(write);
        continue;
      }
      const believed = write.kind === 'step-session' ? write.step.from : write.session;
      const row = rows.get(believed.id) ?? (await store.findSession(believed.id)) ?? believed;
      const version = row.version + 1;
      if (write.kind === 'touch-session') {
        changed.push({ ...write, session: row });
        rows.set(row.id, { ...row, version });
      } else {
        const to = { ...write.step.to, version };
        changed.push({ ...write, step: { ...write.step, from: row, to } });
        rows.set(row.id, to);
      }
    }
    return store.commit(changed);
  },
});

const unguardedAttempt: Change = async (store, write) => {
  if (write.kind !== 'save-attempt') return write;
  const row = await store.findAttempt(write.from.sessionId, write.from.number);
  return { ...write, from: row ?? write.from };
};

const unguardedQuestion: Change = async (store, write) => {
  if (write.kind !== 'step-question') return write;
  const row = (await store.findQuestion(write.step.from.id)) ?? write.step.from;
  const { state, answer } = row;
  return { ...write, step: { ...write.step, from: { ...write.step.from, state, answer } } };
};

const unguardedRun: Change = async (store, write) => {
  if (write.kind !== 'step-run') return write;
  const from = (await store.findRun(write.step.from.id)) ?? write.step.from;
  const to = { ...write.step.to, version: from.version + 1 };
  return { ...write, step: { ...write.step, from, to } };
};

const forgetsIntakes = (store: Store): Store => ({
  ...rewriting(async (rows, write) =>
    write.kind === 'add-intake' && (await rows.findIntake(write.key)) !== undefined ? null : write,
  )(store),
  findIntake: async () => undefined,
});

/** Saves what it can of a commit, one write at a time. */
const inPieces = (store: Store): Store => ({
  ...store,
  commit: async (writes) => {
    if (writes.some(({ kind }) => kind === 'add-session')) return store.commit(writes);
    for (const write of writes) {
      const result = await store.commit([write]);
      if (!result.saved) return result;
    }
    return { saved: true };
  },
});

/** Taking over and handing back leave questions as they are. */
const keepsQuestions = (store: Store): Store => ({
  ...store,
  commit: (writes) => {
    const isChange = writes.some(
      (write) => write.kind === 'step-session' && /^(take-over|hand-back)$/.test(write.step.event),
    );
    return store.commit(isChange ? writes.filter(({ kind }) => kind !== 'step-question') : writes);
  },
});

const mutateAttempts = (change: (attempts: Attempts, world: World) => Partial<Attempts>): Mutation => ({
  attempts: (attempts, world) => ({ ...attempts, ...change(attempts, world) }),
});

/**
 * One guard taken out each; every one of these must turn some world red. Not among them are second lines of
 * defence, which nothing passes as long as the first hold: a final state in the store (the machine has no
 * step from it, and its version guards the row), the state of a turn (it changes together with its session or
 * its attempt, which are guarded), and the key of an attempt (the session's version lets one launch through).
 */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'the version of a session': { store: forgetful },
  'the rise of the version by a message': { store: silentMessages },
  'the count of slots': without('take-slot'),
  'the amount that is set aside for a turn': without('reserve-account'),
  'the charge of what was spent': without('charge-account'),
  'what was learnt of an attempt': { store: rewriting(unguardedAttempt) },
  'the state of a question': { store: rewriting(unguardedQuestion) },
  'the mark of a request that was taken in': { store: forgetsIntakes },
  'the note of a try before a word is sent': {
    store: rewriting(async (_, write) =>
      write.kind === 'step-notification' && write.step.event === 'try' ? null : write,
    ),
  },
  'all or nothing': { store: inPieces },
  'the claim of an attempt': {
    world: (world) => {
      world.canClaimTwice = true;
    },
  },
  'the end of what an attempt left behind': mutateAttempts(() => ({ ensureGone: async () => {} })),
  'the claim that keeps late launchers out': {
    world: (world) => {
      world.leavesClaimOpen = true;
    },
  },
  'the number of the attempt that asks': mutateAttempts((attempts, world) => ({
    listAsking: async (sessionId) => {
      const folders = [...world.folders.values()].filter((folder) => folder.sessionId === sessionId);
      const attempt = Math.max(...folders.map((folder) => folder.attempt));
      return [...(await attempts.listAsking(sessionId))].map((file) => ({ ...file, attempt }));
    },
  })),
  'the position that the record was read to': mutateAttempts((attempts) => ({
    readEvents: async (ref, from) => {
      const read = await attempts.readEvents(ref, 0);
      return { ...read, next: Math.max(from, read.next) };
    },
  })),
  'the comparison of input with what is there': mutateAttempts((attempts, world) => ({
    ensureInput: async (ref, lines) => {
      await attempts.ensureInput(ref, lines.slice(0, 0));
      world.folder(ref.sessionId, ref.attempt).stdin += lines.join('');
    },
  })),
  'the signal to what should not be there': mutateAttempts(() => ({ sendSignal: async () => {} })),
  'the look at whether an asker still waits': mutateAttempts(() => ({ hasAskerLeft: async () => false })),
  'the mark before Enter': {
    world: (world) => {
      world.skipsMarks.add('entered');
    },
  },
  'the look before a key': {
    world: (world) => {
      world.isBlind = true;
    },
  },
  'the look at whether a screen is at work': mutateAttempts(() => ({
    observeScreen: async () => ({ is: 'box', typed: '', isAtWork: false }),
  })),
  'the way of an answer to the hook that waits': mutateAttempts(() => ({ handToHook: async () => true })),
  'the end of questions with the process that asked': { store: keepsQuestions },
  'the look at whether an answer was heard': mutateAttempts(() => ({ wasAnswerHeard: async () => true })),
};

/** Guards that only runs need. */
export const RUN_MUTATIONS: Readonly<Record<string, Mutation>> = {
  'the version of a run': { store: rewriting(unguardedRun) },
  'the mark of a fact that was taken in': {
    store: rewriting(async (_, write) =>
      write.kind === 'add-intake' && write.key.startsWith('run/') ? null : write,
    ),
  },
};
