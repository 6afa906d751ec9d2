import { expect, test } from 'vitest';
import { aConfig } from '../../../tests/samples/config.ts';
import { OracleStore } from '../../../tests/store/oracle.ts';
import { addSession, aMemory, aNote, aQuestion, aRun, aSession, T0 } from '../../../tests/store/rows.ts';
import type { Config } from '../../contract/config.ts';
import type { Notice, SendEnd } from '../../domain/notification/notice.ts';
import { answerQuestion } from '../../domain/question/question.ts';
import type { Write } from '../../store/store.ts';
import { startNotifications } from './notifications.ts';
import { reconcileNotifications } from './reconcile-notifications.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
// 22:13:20 on the clock of the person.
const NIGHT = { from: 22 * 60, to: 7 * 60 };

async function stage(notify: Partial<Config['notify']> = {}) {
  const store = new OracleStore();
  await store.commit([addSession()]);
  const words: Notice[] = [];
  const clock = { at: T0, now: () => clock.at };
  const ends: SendEnd[] = [];
  const config = aConfig({
    notify: {
      channels: ['webhook'],
      on: ['question'],
      urgent: [],
      quietHours: null,
      limit: 5,
      limitTimeMs: 10 * MINUTE,
      remindMs: null,
      unansweredAfterMs: 30 * MINUTE,
      stuckAfterMs: 30 * MINUTE,
      ...notify,
    },
  });
  const deps = {
    store,
    clock,
    config,
    by: 'supervisor',
    utcOffsetMs: () => 0,
    pageAddress: async () => 'http://127.0.0.1:4400',
    notifier: {
      send: async (_: unknown, notice: Notice): Promise<SendEnd> => {
        words.push(notice);
        return ends.shift() ?? { is: 'sent' };
      },
      observe: async () => ({ is: 'ready', by: 'test', warning: null }) as const,
    },
  };
  const ask = (id: string) =>
    store.commit([{ kind: 'add-question', question: aQuestion({ id }), journal: aNote() }]);
  const answer = async (id: string) => {
    const question = await store.findQuestion(id);
    const step = question && answerQuestion(question, { answer: 'yes', by: 'ann', at: clock.at });
    if (!step?.ok) throw new Error('cannot be answered');
    await store.commit([{ kind: 'step-question', step: step.value, journal: aNote() }]);
  };
  /** Until there is nothing to do now; when there will be. */
  const settle = async (): Promise<number | null> => {
    for (let moves = 0; moves < 50; moves++) {
      const look = await reconcileNotifications(deps, 'webhook');
      if (look !== 'again') return look.restUntil;
    }
    throw new Error('never settles');
  };
  const states = async () => (await store.listNotifications({})).map(({ state }) => state);
  return { deps, store, words, clock, ends, ask, answer, settle, states };
}

test('a question is told once, however often one looks', async () => {
  const { words, ask, settle } = await stage();
  await ask('q-1');
  expect(await settle()).toBeNull();
  expect(await settle()).toBeNull();
  expect(words).toHaveLength(1);
});

test('a question that is answered before its word goes out is not told', async () => {
  const { words, ask, answer, settle, states } = await stage({ quietHours: NIGHT });
  await ask('q-1');
  await settle();
  await answer('q-1');
  expect(await settle()).toBeNull();
  expect(words).toEqual([]);
  expect(await states()).toEqual(['dropped']);
});

test('what falls in quiet hours is one word when they end', async () => {
  const { words, ask, settle, clock } = await stage({ quietHours: NIGHT });
  await ask('q-1');
  await ask('q-2');
  const morning = await settle();
  expect(morning).toBe(Date.parse('2023-11-15T07:00:00Z'));
  clock.at = morning ?? 0;
  await settle();
  expect(words.map(({ parts }) => parts.length)).toEqual([2]);
});

test('beyond the limit all comes later, as one word', async () => {
  const { words, ask, settle, clock } = await stage({ limit: 1 });
  for (const id of ['q-1', 'q-2', 'q-3']) {
    await ask(id);
    clock.at += 1_000;
    await settle();
  }
  expect(words).toHaveLength(1);
  clock.at += 10 * MINUTE;
  await settle();
  expect(words.map(({ parts }) => parts.length)).toEqual([1, 2]);
});

test('a word that is missed is tried again when the other side says, and then given up', async () => {
  const { words, ask, settle, clock, ends, states } = await stage();
  ends.push({ is: 'missed', problem: 'busy', retry: true, retryAfterMs: HOUR });
  await ask('q-1');
  expect(await settle()).toBe(T0 + HOUR);
  ends.push({ is: 'missed', problem: 'gone', retry: false, retryAfterMs: null });
  clock.at = T0 + HOUR;
  await settle();
  expect(words).toHaveLength(2);
  expect(await states()).toEqual(['failed']);
});

test('of two supervisors that look at the same time, one sends', async () => {
  const { deps, words, ask } = await stage();
  await ask('q-1');
  await reconcileNotifications(deps, 'webhook');
  await Promise.all([reconcileNotifications(deps, 'webhook'), reconcileNotifications(deps, 'webhook')]);
  expect(words).toHaveLength(1);
});

test('a supervisor that died while sending leaves the word to the next one, after its time', async () => {
  const { deps, words, ask, settle, clock, states } = await stage();
  await ask('q-1');
  const dying = { ...deps, notifier: { ...deps.notifier, send: () => new Promise<never>(() => {}) } };
  await reconcileNotifications(dying, 'webhook');
  void reconcileNotifications(dying, 'webhook');
  await new Promise(setImmediate);
  const until = await settle();
  expect(words).toEqual([]);
  clock.at = until ?? 0;
  await settle();
  expect(words).toHaveLength(1);
  expect(await states()).toEqual(['sent']);
});

test('the same problem is complained about once, and another channel is not kept waiting', async () => {
  const { deps, store } = await stage({ channels: ['desktop', 'webhook'] });
  const absent: SendEnd = { is: 'missed', problem: 'not installed', retry: false, retryAfterMs: null };
  const complaints: string[] = [];
  const stuck = new Promise<never>(() => {});
  const notifier = {
    ...deps.notifier,
    send: async (channel: string): Promise<SendEnd> => (channel === 'desktop' ? stuck : absent),
  };
  const log = (_: string, text: string) => void complaints.push(text);
  const notifications = startNotifications({ ...deps, notifier, log });
  const listening = notifications.listenTo(store);
  const settledTo = async (count: number) => {
    const filter = { channel: 'webhook', state: 'failed' } as const;
    while ((await store.listNotifications(filter)).length < count) await new Promise(setImmediate);
  };
  for (const [n, id] of ['q-1', 'q-2'].entries()) {
    const question = aQuestion({ id, askedAt: T0 + n });
    await listening.commit([{ kind: 'add-question', question, journal: aNote() }]);
    await settledTo(n + 1);
  }
  expect(complaints).toEqual(['notifications by webhook: not installed']);
});

test('questions of a run and its failure are told without a session', async () => {
  const { store, words, settle } = await stage({ on: ['question', 'run-failed'] });
  const question = aQuestion({ id: 'q-r', sessionId: null, runId: 'r1' });
  const runs = [
    aRun({ id: 'r1', workflow: 'research', key: null }),
    aRun({ id: 'r2', key: null, state: 'failed', endedAt: T0 - HOUR }),
    aRun({ id: 'r3', key: null, state: 'failed', endedAt: T0 - 25 * HOUR }),
  ];
  await store.commit([
    ...runs.map((run): Write => ({ kind: 'add-run', run, memory: aMemory(), journal: aNote() })),
    { kind: 'add-question', question, journal: aNote() },
  ]);
  await settle();
  expect(words.flatMap(({ parts }) => parts.map(({ heading }) => heading))).toEqual([
    expect.stringMatching(/^the run of research, /),
    expect.stringContaining('failed'),
  ]);
  const journal = await store.listJournal({ after: 0, limit: 100, event: 'notification-sent' });
  expect(journal.map(({ runId }) => runId)).toEqual(['r1', 'r2']);
});

test('failures are told where the person wants to hear of them, and only while they are fresh', async () => {
  const { store, words, settle } = await stage({ on: ['session-failed'] });
  const failed = (id: string, endedAt: number) =>
    addSession(aSession({ id, state: 'failed', endedAt, reason: 'crash' }));
  await store.commit([failed('new', T0 - HOUR), failed('old', T0 - 25 * HOUR)]);
  await settle();
  expect(words.flatMap(({ parts }) => parts.map(({ hint }) => hint))).toEqual(['swarm status new']);
});

test('a notification links to its question on the page', async () => {
  const { words, ask, settle } = await stage();
  await ask('q 1');
  await settle();
  expect(words[0]?.parts[0]?.link).toBe('http://127.0.0.1:4400/questions/q%201');
});

test('a question that stays open is an alert after its time, told once and not before', async () => {
  const { words, clock, ask, answer, settle } = await stage({ on: ['question-unanswered'] });
  await ask('q1');
  await ask('q2');
  const at = await settle();
  expect(words).toEqual([]);
  await answer('q2');
  clock.at = at ?? 0;
  await settle();
  clock.at += HOUR;
  await settle();
  expect(words.map(({ title }) => title)).toEqual([expect.stringContaining('still waits for your answer')]);
});

test('a session without a sign is stuck after its time, and one that shows a sign is not', async () => {
  const { words, clock, store, settle } = await stage({ on: ['session-stuck'] });
  const working = aSession({ id: 'still', state: 'working', stateSince: T0 });
  await store.commit([addSession(working)]);
  expect(await settle()).toBe(T0 + 30 * MINUTE);
  expect(words).toEqual([]);
  clock.at = T0 + 30 * MINUTE;
  await settle();
  expect(words.map(({ title }) => title)).toEqual([expect.stringContaining('does not move on')]);
  await settle();
  expect(words).toHaveLength(1);
});

test('a budget that is nearly spent is told once', async () => {
  const { words, store, settle } = await stage({ on: ['budget-near'] });
  await settle();
  expect(words).toEqual([]);
  const account = `day:${new Date(T0).toISOString().slice(0, 10)}`;
  const amount = { microUsd: 5_000_000, tokens: 10 };
  await store.commit([
    { kind: 'charge-account', account, spent: amount, released: { microUsd: 0, tokens: 0 } },
    { kind: 'warn-account', account, sessionId: aSession().id, journal: aNote() },
  ]);
  await settle();
  await settle();
  expect(words.map(({ parts }) => parts[0]?.text)).toEqual(['Spent so far: $5.00, 10 tokens']);
});
