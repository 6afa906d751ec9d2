import { expect, test } from 'vitest';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { aSession, aSpec, aWorkspace } from '../../../tests/store/rows.ts';
import { joinedAs } from '../../domain/participant/participant.ts';
import type { WorkConflict } from '../../runtime/workspace/work-folders.ts';
import { createConflictWatch } from './conflict-watch.ts';

const journal = { at: 1, by: 'ann', note: '' };

async function stage() {
  const store = new OracleStore();
  let made = 0;
  const world = {
    conflicts: [] as WorkConflict[] | null,
    looks: [] as string[],
    /** Whose folders the last look was at. */
    seen: [] as string[],
    pokes: [] as string[],
    wakes: 0,
    now: 10,
    /** How long a look takes. */
    lookMs: 0,
  };
  const sessions = ['s-1', 's-2'].map((id) =>
    aSession({ id, state: 'idle', attempt: 1, hostId: 'here', stateSince: 5 }),
  );
  for (const session of sessions)
    await store.commit([{ kind: 'add-session', session, spec: aSpec(), journal }]);
  const open = () =>
    createConflictWatch(
      {
        store,
        clock: { now: () => world.now },
        by: 'supervisor',
        ids: { uuid: () => `id-${++made}`, hash: (text) => `${text}-hash-of-it` },
        poke: async (id) => void world.pokes.push(id),
        hostId: 'here',
        projectRoot: '/project',
        workFolders: {
          observeActivity: async () => ({ fileAt: null, gitAt: null, isPartial: false }),
          ensureRescued: async () => null,
          listConflicts: async (folders, of = new Set<string>()) => {
            world.seen = folders.map(({ participantId }) => participantId);
            world.looks.push([...of].join(' '));
            world.now += world.lookMs;
            return world.conflicts;
          },
        },
      },
      () => {
        world.wakes += 1;
      },
    );
  const told = async () =>
    (await store.listJournal({ after: 0, limit: 100, event: 'work-conflict' })).map(
      ({ sessionId, note }) => `${sessionId}: ${note}`,
    );
  const drain = async (watch: ReturnType<typeof open>) => {
    while ((await watch.round()) === 'again');
  };
  const [one = aSession(), two = aSession()] = sessions;
  return { store, world, open, told, drain, one, two };
}

const CONFLICT: WorkConflict = { participants: ['s-1', 's-2'], files: ['src/a.ts'], key: 'k1' };

test('the end of a turn is looked at once, and both sides hear of a conflict once', async () => {
  const { world, open, told, drain, one, two } = await stage();
  world.conflicts = [CONFLICT];
  const watch = open();
  watch.note(one);
  watch.note(one);
  await drain(watch);
  expect([world.looks, world.wakes]).toEqual([['s-1'], 1]);
  const note = 's-1 and s-2 have changed what will not merge: src/a.ts [k1]';
  expect(await told()).toEqual([`s-1: ${note}`, `s-2: ${note}`]);
  watch.note(two);
  await drain(watch);
  expect(await told()).toHaveLength(2);
  const later = open();
  later.note(one);
  await drain(later);
  expect(await told()).toHaveLength(2);
});

test('a session at work, or over, is let be, and a git that is too old tells nothing', async () => {
  const { world, open, told, drain, one } = await stage();
  const watch = open();
  watch.note({ ...one, state: 'working' });
  watch.note({ ...one, state: 'completed' });
  expect(world.wakes).toBe(0);
  world.conflicts = null;
  watch.note(one);
  await drain(watch);
  expect(await told()).toEqual([]);
});

const JOINED = joinedAs({
  baseName: 'RedFox',
  track: null,
  cli: null,
  conversationId: null,
  hostId: 'here',
  anchor: null,
  workDir: '/work',
  joinedAt: 9,
});

test('both sides get a mail: a session at work hears at once, one at rest with its next turn', async () => {
  const { store, world, open, drain, one } = await stage();
  const busy = aSession({ id: 's-3', state: 'working', attempt: 1, hostId: 'here' });
  await store.commit([{ kind: 'add-session', session: busy, spec: aSpec(), journal }]);
  await store.commit([{ kind: 'add-participant', participant: JOINED, journal }]);
  world.conflicts = [
    { participants: ['s-1', 's-3'], files: ['a.ts'], key: 'k1' },
    { participants: ['s-1', JOINED.id], files: ['b.ts'], key: 'k2' },
  ];
  const watch = open();
  watch.note(one);
  await drain(watch);
  const mails = async (recipient: string) =>
    (await store.listMailInbox({ recipient, limit: 10 })).map(({ mail }) => [mail.importance, mail.subject]);
  expect(await mails('s-1')).toEqual([['low', 'Your work will not merge with that of 2 others']]);
  expect(await mails('s-3')).toEqual([['urgent', 'Your work and that of s-1 will not merge']]);
  expect(await mails(JOINED.id)).toEqual([['high', 'Your work and that of s-1 will not merge']]);
  expect(world.pokes).toEqual(['s-3']);
  expect(await store.listTurns('s-1')).toEqual([]);
  expect(await store.listTurns('s-3')).toMatchObject([{ kind: 'steer', state: 'queued' }]);
  watch.note({ ...one, stateSince: 6 });
  await drain(watch);
  expect(await mails('s-3')).toHaveLength(1);
});

test('turns that end during a look, and in the rest after it, are looked at together', async () => {
  const { world, open, one, two } = await stage();
  world.lookMs = 100;
  const watch = open();
  watch.note(one);
  expect(await watch.round()).toBe('again');
  watch.note({ ...one, stateSince: 20 });
  watch.note(two);
  expect(await watch.round()).toEqual({ restUntil: 1_010 });
  expect(world.looks).toEqual(['s-1']);
  world.now = 1_010;
  expect(await watch.round()).toBe('again');
  expect(world.looks).toEqual(['s-1', 's-1 s-2']);
});

test('the checkout of a verifier is thrown away: nothing in it is looked at or conflicts', async () => {
  const { store, world, open, drain, one, two } = await stage();
  const workspace = aWorkspace({ sessionId: two.id, branch: '' });
  await store.commit([{ kind: 'add-workspace', workspace, journal }]);
  const third = aSession({ ...two, id: 's-3' });
  await store.commit([{ kind: 'add-session', session: third, spec: aSpec(), journal }]);
  const watch = open();
  watch.note(two);
  await drain(watch);
  expect(world.looks).toEqual([]);
  watch.note(one);
  await drain(watch);
  expect(world.looks).toEqual(['s-1']);
  expect(world.seen).toEqual(['s-1', 's-3']);
});
