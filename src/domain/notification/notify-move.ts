import { hasTryLeft } from '../retry/retry.ts';
import { type Alert, type Channel, type Notification, notificationId, type Topic } from './notification.ts';
import { type QuietHours, quietUntil } from './quiet-hours.ts';

const MOST_REMINDERS = 10;

/** Something to notify of as long as it is on the list. */
export type Notifiable = Readonly<{
  topic: Topic;
  subjectId: string;
  sessionId: string | null;
  runId: string | null;
}>;

export type NotifyRules = Readonly<{
  urgent: readonly Topic[];
  quietHours: QuietHours | null;
  /** Rate limit: at most so many notifications in this time. */
  limit: number;
  limitTimeMs: number;
  remindMs: number | null;
}>;

export type NotifyFacts = Readonly<{
  channel: Channel;
  now: number;
  /** How far the person's clock is ahead of UTC. */
  offsetMs: number;
  news: readonly Notifiable[];
  /** Of this channel: all that are queued, and all about the news. */
  rows: readonly Notification[];
  /** When notifications went out within the window of the rate limit. */
  sentAt: readonly number[];
  rules: NotifyRules;
}>;

export type NotifyMove =
  | Readonly<{ do: 'add'; notifications: readonly Notification[] }>
  | Readonly<{ do: 'drop' | 'give-up'; notifications: readonly Notification[] }>
  | Readonly<{ do: 'send'; notifications: readonly Notification[] }>
  | Readonly<{ do: 'rest'; until: number | null }>;

/** The next move of one channel. What may go at the same time goes together, as a digest. */
export function decideNotify(facts: NotifyFacts): NotifyMove {
  const { now, news } = facts;
  const queued = facts.rows.filter(({ state }) => state === 'queued');
  const subjects = new Set(news.map(({ subjectId }) => subjectId));
  const wanted = news.map((one) => nextWord(facts, one)).filter((word) => word !== null);
  const due = wanted.filter(({ dueAt }) => dueAt <= now);
  if (due.length > 0) return { do: 'add', notifications: due };

  const old = queued.filter(({ subjectId }) => !subjects.has(subjectId));
  if (old.length > 0) return { do: 'drop', notifications: old };

  const spent = queued.filter((row) => row.dueAt <= now && isGivenUp(row));
  if (spent.length > 0) return { do: 'give-up', notifications: spent };

  const ready = queued.filter((row) => opensAt(facts, row) <= now);
  const freeAt = limitEndsAt(facts);
  if (ready.length > 0 && freeAt <= now) return { do: 'send', notifications: ready };
  return { do: 'rest', until: restUntil(facts, { queued, wanted, freeAt }) };
}

const isGivenUp = ({ attempts }: Notification): boolean =>
  !hasTryLeft('notification', { failures: attempts });

// The first notification of a subject, or the next reminder; null when none is due.
function nextWord(
  facts: NotifyFacts,
  { topic, subjectId, sessionId, runId }: Notifiable,
): Notification | null {
  const { channel, now, rules } = facts;
  const last = facts.rows
    .filter((row) => row.subjectId === subjectId)
    .reduce<Notification | null>((a, b) => (a && a.number > b.number ? a : b), null);
  const number = (last?.number ?? 0) + 1;
  if (last) {
    const isOver = last.state === 'sent' || last.state === 'failed';
    if (!isOver || rules.remindMs === null || isAlert(topic)) return null;
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

const ALERTS: Readonly<Record<Alert, true>> = {
  'session-failed': true,
  'run-failed': true,
  'session-stuck': true,
  'budget-near': true,
  'question-unanswered': true,
};

// An alert needs no answer, so it gets no reminder.
const isAlert = (topic: Topic): boolean => Object.hasOwn(ALERTS, topic);

function opensAt({ now, offsetMs, rules }: NotifyFacts, { dueAt, topic }: Notification): number {
  const isQuiet = rules.quietHours !== null && !rules.urgent.includes(topic);
  const quiet = isQuiet && rules.quietHours ? quietUntil(now, rules.quietHours, offsetMs) : null;
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
