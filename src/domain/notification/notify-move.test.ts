import { expect, test } from 'vitest';
import { aNotification, T0 } from '../../../tests/store/rows.ts';
import { RETRY_POLICIES, retryWaitMs } from '../retry/retry.ts';
import { decideNotify, type Notifiable, type NotifyFacts } from './notify-move.ts';

const MOST_TRIES = Number(RETRY_POLICIES.notification.tries);

const MINUTE = 60_000;
const rules = { urgent: [], quietHours: null, limit: 2, limitTimeMs: 10 * MINUTE, remindMs: null } as const;
const about = (subjectId: string, topic: Notifiable['topic'] = 'approval'): Notifiable => ({
  topic,
  subjectId,
  sessionId: 's',
  runId: null,
});
const row = (changes: Parameters<typeof aNotification>[0] = {}) =>
  aNotification({ subjectId: 'q', id: 'q/webhook/1', ...changes });
const facts = (changes: Partial<NotifyFacts>): NotifyFacts => ({
  channel: 'webhook',
  now: T0,
  offsetMs: 0,
  news: [about('q')],
  rows: [],
  sentAt: [],
  rules,
  ...changes,
});

test('news without a row gets one, due at once', () => {
  expect(decideNotify(facts({}))).toMatchObject({
    do: 'add',
    notifications: [{ id: 'q/webhook/1', number: 1, state: 'queued', dueAt: T0, attempts: 0 }],
  });
});

test('what is queued and due is sent, all that is ready together', () => {
  const rows = [row(), row({ id: 'p/webhook/1', subjectId: 'p' })];
  const move = decideNotify(facts({ news: [about('q'), about('p')], rows }));
  expect(move).toEqual({ do: 'send', notifications: rows });
});

test('what was settled before its word went out is dropped', () => {
  expect(decideNotify(facts({ news: [], rows: [row()] }))).toEqual({ do: 'drop', notifications: [row()] });
});

test('what was sent is not sent again', () => {
  const sent = row({ state: 'sent', settledAt: T0 - 1 });
  expect(decideNotify(facts({ rows: [sent] }))).toEqual({ do: 'rest', until: null });
});

test('a word that was tried waits until its next try is due', () => {
  const tried = row({ attempts: 1, dueAt: T0 + 5 });
  expect(decideNotify(facts({ rows: [tried] }))).toEqual({ do: 'rest', until: T0 + 5 });
  expect(decideNotify(facts({ rows: [tried], now: T0 + 5 }))).toMatchObject({ do: 'send' });
});

test('tries are bounded, each waiting longer than the one before up to a cap', () => {
  const spent = row({ attempts: MOST_TRIES });
  expect(decideNotify(facts({ rows: [spent] }))).toEqual({ do: 'give-up', notifications: [spent] });
  const waits = Array.from(
    { length: MOST_TRIES },
    (_, n) => retryWaitMs('notification', { failures: n + 1 }) / 1000,
  );
  expect(waits).toEqual([15, 30, 60, 120, 240, 480, 600, 600]);
});

test('above the limit all waits until the oldest word is old enough', () => {
  const sentAt = [T0 - 9 * MINUTE, T0 - 3 * MINUTE];
  expect(decideNotify(facts({ rows: [row()], sentAt }))).toEqual({ do: 'rest', until: T0 + MINUTE });
  expect(decideNotify(facts({ rows: [row()], sentAt, now: T0 + MINUTE }))).toMatchObject({ do: 'send' });
  expect(decideNotify(facts({ rows: [row()], sentAt: sentAt.slice(1) }))).toMatchObject({ do: 'send' });
});

test('within quiet hours only what is urgent goes out, and the rest when they end', () => {
  // T0 is 22:13:20.
  const quietHours = { from: 22 * 60, to: 7 * 60 };
  const seven = Date.parse('2023-11-15T07:00:00Z');
  const rows = [row({ topic: 'approval' }), row({ id: 'p/webhook/1', subjectId: 'p', topic: 'budget' })];
  const given = { news: [about('q'), about('p', 'budget')], rows };
  const calm = { ...rules, quietHours };
  expect(decideNotify(facts({ ...given, rules: calm }))).toEqual({ do: 'rest', until: seven });
  expect(decideNotify(facts({ ...given, rules: { ...calm, urgent: ['budget'] } }))).toEqual({
    do: 'send',
    notifications: rows.slice(1),
  });
  expect(decideNotify(facts({ ...given, rules: calm, now: seven }))).toMatchObject({
    do: 'send',
    notifications: rows,
  });
});

test('a question that stays open is spoken of again, a bounded number of times', () => {
  const remind = { ...rules, remindMs: 30 * MINUTE };
  const sent = row({ state: 'sent', settledAt: T0 });
  expect(decideNotify(facts({ rows: [sent], rules: remind }))).toEqual({
    do: 'rest',
    until: T0 + 30 * MINUTE,
  });
  const later = { rules: remind, now: T0 + 30 * MINUTE };
  expect(decideNotify(facts({ rows: [sent], ...later }))).toMatchObject({
    do: 'add',
    notifications: [{ id: 'q/webhook/2', number: 2 }],
  });
  expect(decideNotify(facts({ rows: [{ ...sent, number: 11 }], ...later }))).toEqual({
    do: 'rest',
    until: null,
  });
});

test.each(['session-failed', 'run-failed'] as const)('of a %s no one is reminded', (topic) => {
  const sent = row({ state: 'sent', settledAt: T0, topic });
  const later = { rules: { ...rules, remindMs: 1 }, now: T0 + MINUTE };
  const news = [about('q', topic)];
  expect(decideNotify(facts({ news, rows: [sent], ...later }))).toEqual({ do: 'rest', until: null });
});
