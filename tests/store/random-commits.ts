import fc from 'fast-check';
import { GROW_CLOCKS } from './random-clock-commits.ts';
import { GROW_LIMITS } from './random-limit-commits.ts';
import { GROW_LOOPS } from './random-loop-commits.ts';
import { GROW_MAIL } from './random-mail-commits.ts';
import { GROW_NOTES } from './random-note-commits.ts';
import { GROW_NOTIFICATIONS } from './random-notification-commits.ts';
import { GROW_PAUSES } from './random-pause-commits.ts';
import { GROW_PLAN_VERSIONS } from './random-plan-version-commits.ts';
import { GROW_PRESENCE } from './random-presence-commits.ts';
import { GROW_RACES } from './random-race-commits.ts';
import {
  choose,
  type KnownRows,
  learnt,
  moved,
  note,
  one,
  pick,
  type Seedling,
  sessionName,
  someId,
} from './random-rows.ts';
import { GROW_RUNS } from './random-run-commits.ts';
import { GROW_SCHEDULES } from './random-schedule-commits.ts';
import { GROW_TASKS } from './random-task-commits.ts';
import { GROW_WORK } from './random-work-commits.ts';

export type { Seedling } from './random-rows.ts';

import type { Question } from '../../src/domain/question/question.ts';
import { SESSION_STATES, type Session, stepSession } from '../../src/domain/session/session.ts';
import { stepTurn } from '../../src/domain/turn/turn.ts';
import type { Store, Write } from '../../src/store/store.ts';
import { aMessage, anAttempt, aQuestion, aSession, aSpec, aTurn, aWorkspace, T0 } from './rows.ts';

const KINDS: Record<Write['kind'], number> = {
  'take-slot': 1,
  'add-session': 4,
  'step-session': 6,
  'touch-session': 1,
  'archive-session': 1,
  'add-turn': 3,
  'step-turn': 3,
  'add-attempt': 2,
  'save-attempt': 3,
  'add-question': 2,
  'step-question': 2,
  'add-completion-note': 2,
  'step-completion-note': 2,
  'add-plan-version': 2,
  'step-plan-version': 2,
  'add-notification': 2,
  'step-notification': 2,
  'add-message': 2,
  'save-message': 1,
  'add-delivery': 2,
  'add-mail': 3,
  'add-mail-receipt': 3,
  'step-mail': 3,
  'add-run': 2,
  'step-run': 3,
  'add-run-error': 1,
  'add-task-check': 1,
  'step-task-check': 2,
  'add-task-round': 1,
  'add-task-output': 1,
  'add-run-fact': 1,
  'add-intake': 1,
  'add-workspace': 1,
  'save-workspace': 2,
  'move-paths': 1,
  'reserve-account': 2,
  'charge-account': 2,
  'raise-account': 1,
  'warn-account': 1,
  'use-quota': 2,
  'add-work': 3,
  'step-work': 4,
  'claim-next': 3,
  'add-loop': 2,
  'step-loop': 3,
  'add-race': 2,
  'step-race': 3,
  'add-schedule': 2,
  'step-schedule': 3,
  'add-pause': 1,
  'end-pause': 2,
  'add-participant': 2,
  'step-participant': 2,
  'see-participant': 2,
  'add-reservation': 2,
  'step-reservation': 2,
  'save-clock': 2,
  'skip-time': 2,
  'add-note': 1,
};
const kind = fc.oneof(
  ...Object.entries(KINDS).map(([name, weight]) => ({
    weight,
    arbitrary: fc.constant(name as Write['kind']),
  })),
);
const small = fc.nat({ max: 59 });

export const seedlings = fc.array(fc.record({ kind, a: small, b: small, c: small }), {
  minLength: 1,
  maxLength: 3,
});

const NEEDED: Partial<Record<Write['kind'], { shelf: keyof KnownRows; instead: Write['kind'] }>> = {
  'step-turn': { shelf: 'turns', instead: 'add-turn' },
  'save-attempt': { shelf: 'attempts', instead: 'add-attempt' },
  'step-question': { shelf: 'questions', instead: 'add-question' },
  'step-completion-note': { shelf: 'notes', instead: 'add-completion-note' },
  'step-plan-version': { shelf: 'planVersions', instead: 'add-plan-version' },
  'step-notification': { shelf: 'notifications', instead: 'add-notification' },
  'save-workspace': { shelf: 'workspaces', instead: 'add-workspace' },
  'step-run': { shelf: 'runs', instead: 'add-run' },
  'add-run-error': { shelf: 'runs', instead: 'add-run' },
  'step-task-check': { shelf: 'checks', instead: 'add-task-check' },
  'add-run-fact': { shelf: 'runs', instead: 'add-run' },
  'save-message': { shelf: 'messages', instead: 'add-message' },
  'add-delivery': { shelf: 'messages', instead: 'add-message' },
  'add-mail-receipt': { shelf: 'mails', instead: 'add-mail' },
  'step-mail': { shelf: 'mailReceipts', instead: 'add-mail-receipt' },
  'step-race': { shelf: 'races', instead: 'add-race' },
  'step-schedule': { shelf: 'schedules', instead: 'add-schedule' },
  'step-loop': { shelf: 'loops', instead: 'add-loop' },
  'step-work': { shelf: 'works', instead: 'add-work' },
  'step-participant': { shelf: 'participants', instead: 'add-participant' },
  'see-participant': { shelf: 'participants', instead: 'add-participant' },
  'step-reservation': { shelf: 'reservations', instead: 'add-reservation' },
};

/** Makes writes about rows as they are, as this commit leaves them, or as they were long ago. */
export class Gardener {
  readonly #store: Store;
  readonly #known: KnownRows = {
    sessions: { now: [], before: [] },
    turns: { now: [], before: [] },
    attempts: { now: [], before: [] },
    questions: { now: [], before: [] },
    notes: { now: [], before: [] },
    planVersions: { now: [], before: [] },
    notifications: { now: [], before: [] },
    workspaces: { now: [], before: [] },
    runs: { now: [], before: [] },
    checks: { now: [], before: [] },
    messages: { now: [], before: [] },
    mails: { now: [], before: [] },
    mailReceipts: { now: [], before: [] },
    works: { now: [], before: [] },
    loops: { now: [], before: [] },
    races: { now: [], before: [] },
    schedules: { now: [], before: [] },
    participants: { now: [], before: [] },
    reservations: { now: [], before: [] },
  };

  constructor(store: Store) {
    this.#store = store;
  }

  async grow(grown: readonly Seedling[]): Promise<Write[]> {
    await this.#look();
    return grown.map((seedling) => GROW[this.#possible(seedling)](seedling, this.#known));
  }

  // Before there is anything to change, most seedlings become the row that they would change.
  #possible({ kind, c }: Seedling): Write['kind'] {
    if (c === 1 || kind === 'take-slot' || kind.endsWith('-account') || kind === 'add-work') return kind;
    if (
      !/-(work|loop|race|schedule)$/.test(kind) &&
      kind !== 'claim-next' &&
      this.#known.sessions.now.length === 0
    )
      return 'add-session';
    const needed = NEEDED[kind];
    return needed && this.#known[needed.shelf].now.length === 0 ? needed.instead : kind;
  }

  async #look(): Promise<void> {
    const { sessions } = await this.#store.listSessions({}, { limit: 1000 });
    const each = async <T>(list: (id: string) => Promise<readonly T[]>) =>
      (await Promise.all(sessions.map(({ id }) => list(id)))).flat();
    this.#known.sessions.now = [...sessions];
    this.#known.turns.now = await each((id) => this.#store.listTurns(id));
    this.#known.attempts.now = await each((id) => this.#store.listAttempts(id));
    this.#known.questions.now = [...(await this.#store.listQuestions({}))];
    this.#known.notes.now = [...(await this.#store.listNotes({}))];
    this.#known.planVersions.now = [...(await this.#store.listPlanVersions({}))];
    this.#known.notifications.now = [...(await this.#store.listNotifications({}))];
    this.#known.workspaces.now = [...(await this.#store.listWorkspaces())];
    this.#known.runs.now = [...(await this.#store.listRuns({}, { limit: 1000 }))];
    const checks = ['r1', 'r2'].map((runId) => this.#store.listTaskChecks({ runId }));
    this.#known.checks.now = (await Promise.all(checks)).flat();
    this.#known.messages.now = [...(await this.#store.listMessages({}))];
    this.#known.mails.now = [...(await this.#store.listMail({}, { limit: 1000 }))];
    const receipts = this.#known.mails.now.map(({ id }) => this.#store.listMailReceipts(id));
    this.#known.mailReceipts.now = (await Promise.all(receipts)).flat().map(({ receipt }) => receipt);
    this.#known.loops.now = [...(await this.#store.listLoops({ isLive: false }))];
    this.#known.races.now = [...(await this.#store.listRaces({ isLive: false }))];
    this.#known.schedules.now = [...(await this.#store.listSchedules({ isLive: false }))];
    this.#known.participants.now = [...(await this.#store.listParticipants({}))];
    this.#known.reservations.now = [...(await this.#store.listReservations({}))];
    this.#known.works.now = [...(await this.#store.listWork({}, { limit: 1000 }))];
  }
}

const GROW: Record<Write['kind'], (seedling: Seedling, known: KnownRows) => Write> = {
  'take-slot': ({ a }) => ({ kind: 'take-slot', limit: a % 4 }),
  'add-session': (seedling, known) => {
    const session = newSession(seedling);
    known.sessions.now.push(session);
    return {
      kind: 'add-session',
      session,
      spec: aSpec({ prompt: `p${seedling.b}` }),
      journal: note(seedling),
    };
  },
  'step-session': (seedling, known) => {
    const from = choose(known.sessions, seedling, aSession({ id: 'none' }));
    const step = sessionStep(from, seedling);
    moved(known.sessions, from, step.to);
    return { kind: 'step-session', step, journal: note(seedling) };
  },
  'touch-session': (seedling, known) => {
    const session = choose(known.sessions, seedling, aSession({ id: 'none' }));
    moved(known.sessions, session, { ...session, version: session.version + 1 });
    return { kind: 'touch-session', session };
  },
  'archive-session': (seedling, known) => {
    const session = choose(known.sessions, seedling, aSession({ id: 'none' }));
    const archivedAt = seedling.b % 3 === 0 ? null : T0 + seedling.b;
    moved(known.sessions, session, { ...session, archivedAt, version: session.version + 1 });
    return { kind: 'archive-session', session, archivedAt, journal: note(seedling) };
  },
  'add-turn': (seedling, known) => {
    const { b, c } = seedling;
    const turn = aTurn({
      id: `t${b % 20}`,
      sessionId: someId(seedling, known),
      number: c % 12,
      createdAt: T0 + b,
    });
    known.turns.now.push(turn);
    return { kind: 'add-turn', turn, journal: note(seedling) };
  },
  'step-turn': (seedling, known) => {
    const from = choose(known.turns, seedling, aTurn({ id: 'none' }));
    const event = one(seedling.b, 'hand', 'see', 'return', 'finish', 'fail', 'interrupt', 'drop');
    const legal = stepTurn(from, event, { at: T0 + seedling.b, attempt: seedling.c % 3 });
    const step = legal.ok ? legal.value : { from, event, to: { ...from, state: 'dropped' as const } };
    moved(known.turns, from, step.to);
    return { kind: 'step-turn', step, journal: note(seedling) };
  },
  'add-attempt': (seedling, known) => {
    const attempt = anAttempt({
      sessionId: someId(seedling, known),
      number: seedling.b % 4,
      resumed: seedling.c > 30,
    });
    known.attempts.now.push(attempt);
    return { kind: 'add-attempt', attempt, journal: note(seedling) };
  },
  'save-attempt': (seedling, known) => {
    const from = choose(known.attempts, seedling, anAttempt({ sessionId: 'none' }));
    return { kind: 'save-attempt', from, to: moved(known.attempts, from, learnt(from, seedling)) };
  },
  'add-question': (seedling, known) => {
    const { b, c } = seedling;
    const question = aQuestion({
      id: `q${b % 12}`,
      sessionId: someId(seedling, known),
      askedAt: T0 + (c % 5),
    });
    known.questions.now.push(question);
    return { kind: 'add-question', question, journal: note(seedling) };
  },
  'step-question': (seedling, known) => {
    const from = choose(known.questions, seedling, aQuestion({ id: 'none' }));
    const state = one(seedling.b, 'answered', 'superseded', 'delivered', 'open');
    const to: Question = {
      ...from,
      state,
      answer: `a${seedling.b}`,
      answeredBy: 'ann',
      answeredAt: T0,
      line: seedling.c,
    };
    moved(known.questions, from, to);
    return { kind: 'step-question', step: { from, to }, journal: note(seedling) };
  },
  'add-message': (seedling, known) => {
    const { a, b, c } = seedling;
    const turnId = c % 3 === 0 ? (pick(known.turns.now, a)?.id ?? null) : c === 1 ? 'none' : null;
    const message = aMessage({
      id: `m${b % 30}`,
      sender: one(a, 'ann', 'bob'),
      recipient: one(c, 'ann', 'bob', 'eve'),
      turnId,
      runId: c % 2 === 0 ? (pick(known.runs.now, a)?.id ?? null) : null,
      content: b % 2 === 0 ? { type: 'status', body: `b${b}` } : null,
      deadLetter: c % 5 === 0 ? 'no such role' : null,
      createdAt: T0 + (b % 3),
    });
    known.messages.now.push(message);
    return { kind: 'add-message', message, journal: note(seedling) };
  },
  ...GROW_RUNS,
  ...GROW_WORK,
  ...GROW_LOOPS,
  ...GROW_NOTES,
  ...GROW_MAIL,
  ...GROW_NOTIFICATIONS,
  ...GROW_PLAN_VERSIONS,
  ...GROW_TASKS,
  ...GROW_PRESENCE,
  ...GROW_RACES,
  ...GROW_SCHEDULES,
  ...GROW_PAUSES,
  ...GROW_CLOCKS,
  'add-workspace': (seedling, known) => {
    const workspace = aWorkspace({ sessionId: someId(seedling, known), path: `w${seedling.b}` });
    known.workspaces.now.push(workspace);
    return { kind: 'add-workspace', workspace, journal: note(seedling) };
  },
  'save-workspace': (seedling, known) => {
    const from = choose(known.workspaces, seedling, aWorkspace({ sessionId: 'none' }));
    const state = one(seedling.b, 'wanted', 'ready', 'released');
    const to = {
      ...from,
      state,
      version: from.version + 1,
      changedAt: T0 + seedling.b,
      branch: `b${seedling.c}`,
    };
    return { kind: 'save-workspace', from, to: moved(known.workspaces, from, to), journal: note(seedling) };
  },
  ...GROW_LIMITS,
  'add-note': (seedling, known) => ({
    kind: 'add-note',
    sessionId: seedling.c % 2 ? someId(seedling, known) : null,
    event: `noted-${seedling.b}`,
    journal: note(seedling),
  }),
};

function newSession({ a, b, c }: Seedling): Session {
  return aSession({
    id: sessionName(a),
    persona: one(a, 'scout', 'judge', 'cook'),
    state: one(b, 'created', 'created', 'created', ...SESSION_STATES),
    key: c % 4 === 0 ? `key-${b % 3}` : null,
    tags: [...'xyz'].filter((_, n) => (b >> n) & 1),
    runId: one(c, null, 'r1', 'r2'),
    workId: one(b, null, 'w1', 'w2'),
    parentId: one(c, null, null, sessionName(b)),
    priority: one(b, 'normal', 'high', 'low'),
    createdAt: T0 + (c % 5),
    archivedAt: c === 7 ? T0 : null,
  });
}

function sessionStep(from: Session, { b, c }: Seedling) {
  const events = [
    'launch',
    'heard',
    'hand-turn',
    'turn-ended',
    'asked',
    'interrupt',
    'answered',
    'park',
    'due',
    'end',
    'stop',
    'gone',
  ] as const;
  const event = one(b, ...events);
  const patch = {
    reasonText: `r${c}`,
    attempt: c % 5,
    lifetimeMs: 1_000 * c,
    hostId: one(c, null, 'h'),
    ending: one(c, 'completed', 'failed', 'killed'),
  };
  const legal = stepSession(from, event, { at: T0 + b, patch });
  if (legal.ok && c !== 13) return legal.value;
  // The machine would refuse these; the store must hold its own guards all the same.
  const raise = c === 13 ? 2 : 1;
  return { from, event, to: { ...from, state: one(c, ...stateList), version: from.version + raise } };
}

const stateList = SESSION_STATES as readonly [Session['state'], ...Session['state'][]];
