import { backoffMs } from '../retry/backoff.ts';
import { type Channel, type Notification, notificationId, type Topic } from './notification.ts';
import { type QuietHours, quietUntil } from './quiet-hours.ts';

/** A word that was not heard is tried again this often, over less than half an hour. */
export const MOST_TRIES = 8;
/** Longer than any sending may take: who comes after a crash waits until the first try is surely over. */
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 10 * 60_000;
const MOST_REMINDERS = 10;

/** Something that is worth a word as long as it is on the list. */
export type News = Readonly<{
  topic: Topic;
  subjectId: string;
  sessionId: string | null;
  runId: string | null;
}>;

export type NotifyRules = Readonly<{
  urgent: readonly Topic[];
  quietHours: QuietHours | null;
  /** At most so many words in this time. */
  limit: number;
  limitTimeMs: number;
  remindMs: number | null;
}>;

export type NotifyFacts = Readonly<{
  channel: Channel;
  now: number;
  /** How far the person's clock is ahead of UTC. */
  offsetMs: number;
  news: readonly News[];
  /** Of this channel: all that are queued, and all about the news. */
  rows: readonly Notification[];
  /** When words went out within the time of the limit. */
  sentAt: readonly number[];
  rules: NotifyRules;
}>;

export type NotifyMove =
  | Readonly<{ do: 'add'; notifications: readonly Notification[] }>
  | Readonly<{ do: 'drop' | 'give-up'; notifications: readonly Notification[] }>
  | Readonly<{ do: 'send'; notifications: readonly Notification[] }>
  | Readonly<{ do: 'rest'; until: number | null }>;

/** What is to be done next by one channel. What may go at the same time goes together, as one word. */
export function decideNotify(facts: NotifyFacts): NotifyMove {
  const { now, news } = facts;
  const queued = facts.rows.filter(({ state }) => state === 'queued');
  const subjects = new Set(news.map(({ subjectId }) => subjectId));
  const wanted = news.map((one) => nextWord(facts, one)).filter((word) => word !== null);
  const due = wanted.filter(({ dueAt }) => dueAt <= now);
  if (due.length > 0) return { do: 'add', notifications: due };

  const old = queued.filter(({ subjectId }) => !subjects.has(subjectId));
  if (old.length > 0) return { do: 'drop', notifications: old };

  const spent = queued.filter(({ attempts, dueAt }) => attempts >= MOST_TRIES && dueAt <= now);
  if (spent.length > 0) return { do: 'give-up', notifications: spent };

  const ready = queued.filter((row) => opensAt(facts, row) <= now);
  const freeAt = limitEndsAt(facts);
  if (ready.length > 0 && freeAt <= now) return { do: 'send', notifications: ready };
  return { do: 'rest', until: restUntil(facts, { queued, wanted, freeAt }) };
}

/** How long the next try waits after so many. */
export const tryWaitMs = (attempts: number): number =>
  backoffMs(attempts, { firstMs: FIRST_WAIT_MS, capMs: LONGEST_WAIT_MS });

// The first word about a subject, or the next reminder; null when none is to come.
function nextWord(facts: NotifyFacts, { topic, subjectId, sessionId, runId }: News): Notification | null {
  const { channel, now, rules } = facts;
  const last = facts.rows
    .filter((row) => row.subjectId === subjectId)
    .reduce<Notification | null>((a, b) => (a && a.number > b.number ? a : b), null);
  const number = (last?.number ?? 0) + 1;
  if (last) {
    const isOver = last.state === 'sent' || last.state === 'failed';
    if (!isOver || rules.remindMs === null || isEnd(topic)) return null;
    if (last.number > MOST_REMINDERS) return null;
  }
  const dueAt = last ? (last.settledAt ?? now) + (rules.remindMs ?? 0) : now;
  return {
    id: notificationId(subjectId, { channel, number }),
    topic,
    subjectId,
    sessionId,
    runId,
    channel,
    number,
    state: 'queued',
    attempts: 0,
    dueAt,
    createdAt: now,
    settledAt: null,
    problem: null,
  };
}

// There is nothing that the person could settle.
const isEnd = (topic: Topic): boolean => topic === 'session-failed' || topic === 'run-failed';

function opensAt({ now, offsetMs, rules }: NotifyFacts, { dueAt, topic }: Notification): number {
  const isHeld = rules.quietHours !== null && !rules.urgent.includes(topic);
  const quiet = isHeld && rules.quietHours ? quietUntil(now, rules.quietHours, offsetMs) : null;
  return Math.max(dueAt, quiet ?? dueAt);
}

function limitEndsAt({ now, sentAt, rules }: NotifyFacts): number {
  const recent = sentAt.filter((at) => at > now - rules.limitTimeMs).toSorted((a, b) => a - b);
  const blocking = recent.at(-rules.limit);
  return blocking === undefined ? now : blocking + rules.limitTimeMs;
}

type Coming = Readonly<{
  queued: readonly Notification[];
  wanted: readonly Notification[];
  freeAt: number;
}>;

function restUntil(facts: NotifyFacts, { queued, wanted, freeAt }: Coming): number | null {
  const times = [
    ...queued.map((row) => Math.max(opensAt(facts, row), freeAt)),
    ...wanted.map(({ dueAt }) => dueAt),
  ];
  return times.length === 0 ? null : Math.min(...times);
}
