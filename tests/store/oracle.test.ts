import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_STATES } from '../../src/domain/session/session.ts';
import { describeStore } from '../../src/store/conformance/store.conformance.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { SessionFilter, Store } from '../../src/store/store.ts';
import { createTestDatabase, type TestDatabase } from '../postgres-database.ts';
import { EMPTY_ALL_TABLES } from './empty-tables.ts';
import { OracleStore } from './oracle.ts';
import { Gardener, seedlings } from './random-commits.ts';
import { T0 } from './rows.ts';

const SQLITE_RUNS = 150;
const POSTGRES_RUNS = 25;
const MOST_STEPS = 40;
// Thousands of commits: seconds alone, minutes beside a busy machine.
const RANDOM_TIMEOUT_MS = 300_000;

const filters = fc.record(
  {
    states: fc.subarray([...SESSION_STATES]),
    persona: fc.constantFrom('scout', 'judge', 'nobody'),
    tag: fc.constantFrom('x', 'y', 'none'),
    runId: fc.constantFrom('r1', 'r2', 'r3'),
    since: fc.integer({ min: T0, max: T0 + 5 }),
    until: fc.integer({ min: T0, max: T0 + 5 }),
    archived: fc.boolean(),
  },
  { requiredKeys: [] },
);
const looks = fc.record({
  filter: filters,
  limit: fc.integer({ min: 1, max: 4 }),
  near: fc.constantFrom('2025', '20250101-100000-x', 'cook', 'zz'),
});
const steps = fc.array(fc.oneof({ weight: 5, arbitrary: seedlings }, { weight: 1, arbitrary: looks }), {
  maxLength: MOST_STEPS,
  size: 'max',
});

/** The store and the oracle are given the same, and must answer the same, step by step and in the end. */
const agreeing = (open: () => Promise<Store>) =>
  fc.asyncProperty(steps, async (taken) => {
    const [oracle, store] = [new OracleStore(), await open()];
    const gardener = new Gardener(oracle);
    for (const step of taken) {
      if (Array.isArray(step)) {
        const writes = await gardener.grow(step);
        expect(await outcomeOf(store.commit(writes))).toEqual(await outcomeOf(oracle.commit(writes)));
      } else {
        expect(await seenThrough(store, step)).toEqual(await seenThrough(oracle, step));
      }
    }
    expect(await everythingIn(store)).toEqual(await everythingIn(oracle));
  });

const outcomeOf = (result: Promise<unknown>): Promise<unknown> => result.catch(() => 'threw');

type Look = { filter: SessionFilter; limit: number; near: string };

async function seenThrough(store: Store, { filter, limit, near }: Look): Promise<unknown> {
  const pages = [];
  let after: string | null = null;
  do {
    const page = await store.listSessions(filter, after === null ? { limit } : { limit, after });
    pages.push(page.sessions);
    after = page.next;
  } while (after !== null);
  return [pages, await store.countSessions(filter), await store.listNearIds(near)];
}

const runIn = async (store: Store, runId: string): Promise<unknown> => [
  await store.findRun(runId),
  await store.findRunMemory(runId),
  await store.listRunSessions(runId),
  await store.listRunErrors(runId),
  await store.listTaskChecks({ runId }),
  await store.listTaskChecks({ runId, isOpen: true }),
  await store.listTaskRounds(runId),
  await store.listTaskOutputs(runId),
  await store.listRunFacts(runId),
  await store.listMessages({ runId, isDeadLetter: false }),
  await store.listDeliveries({ runId }),
  await store.listDeliveries({ runId, role: 'cook' }),
  await store.listInbox({ runId, role: 'cook', limit: 2 }),
  (await store.countInboxes({ runId })).map((tally) => JSON.stringify(tally)).sort(),
  (await store.countInboxes({ runId, role: 'cook' })).map((tally) => JSON.stringify(tally)).sort(),
  await store.listQuestions({ runId }),
  await store.listJournal({ after: 0, limit: 20, runId }),
];

const mailIn = async (store: Store): Promise<unknown> => [
  await store.listMail({}, { limit: 1000 }),
  await store.listMail({ party: 'ann' }, { limit: 2 }),
  await store.listMail({ sender: 'bob', threadId: 'l1' }, { limit: 1000 }),
  await store.listMail({ words: ['sto'] }, { limit: 1000 }),
  await store.listMail({ words: ['zurich', 'quoted'], party: 'eve' }, { limit: 1000 }),
  await store.listMail({ words: [] }, { limit: 1000 }),
  await store.listMail({ before: 'l3' }, { limit: 1000 }),
  await store.findMail('l1'),
  await store.listMailReceipts('l1'),
  await store.listMailInbox({ recipient: 'ann', limit: 2 }),
  await store.listMailInbox({ recipient: 'bob', isUnread: true, limit: 2, isOldest: true }),
  await store.listMailInbox({ recipient: 'bob', isRiding: true, limit: 9 }),
  await store.countMailInbox({ recipient: 'ann', isUnread: true }),
  await store.listDueReminders(T0 + 30, 5),
  await store.findNextReminder(),
];

const notesIn = async (store: Store): Promise<unknown> => [
  await store.listPlanVersions({}),
  await store.listPlanVersions({ plan: 'p1', runId: 'r1' }),
  await store.findPlanVersion('p1.v1'),
  await store.listNotes({}),
  await store.listNotes({ isSettled: false }),
  await store.listNotes({ isSettled: true, runId: 'r1' }),
  await store.listNotes({ taskId: 'table_1727539200' }),
  await store.listParticipants({}),
  await store.listParticipants({ state: 'active', since: T0 + 1 }),
  await store.findLastReservation(),
  await store.listReservations({}),
  await store.listReservations({ state: 'held', holder: 's1' }),
];

const journalIn = async (store: Store): Promise<unknown> => [
  await store.listJournal({ after: 0, limit: 20, loopId: 'l1' }),
  await store.listJournal({ after: 0, limit: 20, workId: 'w1' }),
  await store.listJournal({ after: 0, limit: 10_000 }),
  await store.listJournal({ after: 2, limit: 30, isNewest: true, namesRuns: true }),
];

async function everythingIn(store: Store): Promise<unknown> {
  const { sessions } = await store.listSessions({}, { limit: 1000 });
  const perSession = sessions.map(async ({ id, key }) => [
    await store.findSession(id),
    key && (await store.findSessionByKey(key)),
    await store.findSpec(id),
    await store.listTurns(id),
    await store.listAttempts(id),
    await store.findAttempt(id, 1),
    await store.listChildren(id),
    await store.listQuestions({ sessionId: id, state: 'open' }),
    await store.findWorkspace(id),
    await store.listJournal({ after: 3, limit: 5, sessionId: id, since: T0 + 20 }),
    await store.listJournal({ after: 0, limit: 5, sessionId: id, event: 'turn-queued' }),
  ]);
  const ids = Array.from({ length: 30 }, (_, n) => n);
  return {
    sessions,
    perSession: await Promise.all(perSession),
    live: await store.listLive(),
    liveBriefly: await store.listLiveBriefly(),
    turns: await Promise.all(ids.map((n) => store.findTurn(`t${n}`))),
    accounts: await store.listAccounts(['p0', 'p1', 'p2', 'p3']),
    questions: [await store.listQuestions({}), await store.findQuestion('q1')],
    notes: await notesIn(store),
    mail: await mailIn(store),
    messages: [await store.listMessages({}), await store.listMessages({ sender: 'ann', recipient: 'bob' })],
    runs: [
      await store.listRuns({}, { limit: 1000 }),
      await store.listRuns({ states: ['starting', 'failed'], workflow: 'research' }, { limit: 2 }),
      await store.listRuns({}, { limit: 2, after: 'r2' }),
      await store.listLiveRuns(),
      await store.findRunByKey('k1'),
    ],
    perRun: await Promise.all(['r1', 'r2', 'r3'].map((id) => runIn(store, id))),
    deadLetter: await store.listMessages({ isDeadLetter: true }),
    notifications: [
      await store.listNotifications({}),
      await store.listNotifications({ channel: 'webhook', state: 'queued' }),
      await store.listNotifications({ subjectIds: ['q1', 'q2'], settledSince: T0 + 20 }),
      await store.listNotifications({ subjectIds: [] }),
    ],
    failed: await store.listFailed({ since: T0 + 2, limit: 3 }),
    ended: await store.listEnded({ since: T0 + 2, limit: 3 }),
    usage: await usageIn(store),
    intakes: await Promise.all(ids.map((n) => store.findIntake(`k${n}`))),
    workspaces: await store.listWorkspaces(),
    works: await store.listWork({}, { limit: 1000 }),
    pageOfWork: await store.listWork({ states: ['queued', 'claimed'] }, { limit: 3, after: 'w1' }),
    workOfOne: [await store.listWork({ rig: 'r1', label: 'x' }, { limit: 9 }), await store.findWork('w1')],
    workCounts: [await store.countWork({}), await store.countWork({ rig: 'r1' })],
    workStates: [...(await store.listWorkStates(ids.map((n) => `w${n}`)))].sort(),
    ready: await Promise.all(ids.map((n) => store.findReadyWork({}, T0 + 2 * n))),
    lapsed: await store.listLapsedWork(T0 + 30, 5),
    loops: [
      await store.listLoops({ isLive: false }),
      await store.listLoops({ isLive: true }),
      await store.findLoop('l1'),
      await store.findPause(),
    ],
    races: await racesIn(store),
    schedules: [
      await store.listSchedules({ isLive: false }),
      await store.listSchedules({ isLive: true }),
      await store.findSchedule('h1'),
    ],
    journal: await journalIn(store),
  };
}

const racesIn = async (store: Store): Promise<unknown> => [
  await store.listRaces({ isLive: false }),
  await store.listRaces({ isLive: true }),
  await store.findRace('c1'),
  await store.findRaceByKey('k1'),
];

// Fractions may be added up in another order.
async function usageIn(store: Store): Promise<unknown> {
  const wanted = (['all', 'day', 'persona', 'run', 'session', 'item'] as const).map((by) =>
    store.listUsage({ by, since: T0, now: T0 + 100 }),
  );
  const round = (usd: number) => Number(usd.toFixed(6));
  return (await Promise.all(wanted)).flat().map((sum) => ({ ...sum, costUsd: round(sum.costUsd) }));
}

describe('the oracle', () => {
  describeStore({
    hasColumns: false,
    open: async () => {
      const store = new OracleStore();
      return { store, other: store };
    },
    close: async () => {},
  });
});

test(
  'SQLite answers random commits and reads as the oracle does',
  async () => {
    const opened: Store[] = [];
    const open = async () => {
      await opened.pop()?.close();
      const store = await openStore({ sqliteFile: ':memory:' });
      opened.push(store);
      return store;
    };
    await fc.assert(agreeing(open), { numRuns: SQLITE_RUNS });
  },
  RANDOM_TIMEOUT_MS,
);

describe('Postgres', () => {
  let database: TestDatabase;
  let store: Store;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    store = await openStore({ postgresUrl: database.url });
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await store.close();
    await client.end();
    await database.drop();
  });

  test(
    'answers random commits and reads as the oracle does',
    async () => {
      const open = async () => {
        await client.query(EMPTY_ALL_TABLES);
        return store;
      };
      await fc.assert(agreeing(open), { numRuns: POSTGRES_RUNS });
    },
    RANDOM_TIMEOUT_MS,
  );
});
