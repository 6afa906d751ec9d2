import { accept, type Outcome, refuse } from '../outcome.ts';
import type { QuestionTopic } from '../question/question-kind.ts';

/** A way to reach the person. */
export type Channel = 'desktop' | 'webhook' | 'email';
/** What the person is alerted to without being asked anything. */
export type Alert = 'session-failed' | 'run-failed' | 'session-stuck' | 'budget-near' | 'question-unanswered';
/** The subject of a notification: a question, or an alert. */
export type Topic = QuestionTopic | Alert;
/** What the person wants to be notified of. */
export type Occasion = 'question' | Alert;

export type NotificationState = 'queued' | 'sent' | 'failed' | 'dropped';
export type NotificationEvent = 'try' | 'miss' | 'sent' | 'give-up' | 'drop';

/** One notification by one channel. */
export type Notification = Readonly<{
  /** Derived from subject, channel and number: an idempotency key. */
  id: string;
  topic: Topic;
  /** The question, or the session or run that failed. */
  subjectId: string;
  sessionId: string | null;
  runId: string | null;
  channel: Channel;
  /** 1 for the first notification of its subject; reminders count on. */
  number: number;
  state: NotificationState;
  /** How often its sending was begun. */
  attempts: number;
  /** Not sent, or not sent again, before this time. */
  dueAt: number;
  createdAt: number;
  settledAt: number | null;
  /** The error of the last try. Contains no address and no secret. */
  problem: string | null;
}>;

export type NotificationStep = Readonly<{
  from: Notification;
  event: NotificationEvent;
  to: Notification;
}>;

// The whole machine. An absent cell is refused; an empty row is final.
const NEXT: Record<NotificationState, Partial<Record<NotificationEvent, NotificationState>>> = {
  queued: { try: 'queued', miss: 'queued', sent: 'sent', 'give-up': 'failed', drop: 'dropped' },
  sent: {},
  failed: {},
  dropped: {},
};

type ResolvedSession = Readonly<{ at: number; dueAt?: number; problem?: string }>;

/**
 * A try is recorded before anything is sent: a crash in between has used it up, and of two supervisors that
 * read the same row only one sends it.
 */
export function stepNotification(
  from: Notification,
  event: NotificationEvent,
  { at, dueAt = from.dueAt, problem }: ResolvedSession,
): Outcome<NotificationStep> {
  const state = NEXT[from.state][event];
  if (!state) {
    return refuse({ code: 'illegal-notification-step', notificationId: from.id, state: from.state, event });
  }
  const to: Notification = {
    ...from,
    state,
    dueAt,
    attempts: from.attempts + (event === 'try' ? 1 : 0),
    settledAt: state === 'queued' ? null : at,
    problem: problem ?? (state === 'sent' ? null : from.problem),
  };
  return accept({ from, event, to });
}

export const notificationId = (
  subjectId: string,
  { channel, number }: Readonly<{ channel: Channel; number: number }>,
): string => `${subjectId}/${channel}/${number}`;
