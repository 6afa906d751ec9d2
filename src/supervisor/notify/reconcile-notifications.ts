import { noteOf, unwrap } from '../../app/draft.ts';
import type { SendEnd } from '../../domain/notification/notice.ts';
import {
  type Channel,
  type Notification,
  type NotificationEvent,
  stepNotification,
} from '../../domain/notification/notification.ts';
import { decideNotify } from '../../domain/notification/notify-move.ts';
import { decideRetry, retryWaitMs } from '../../domain/retry/retry.ts';
import type { Notifier } from '../../runtime/notify/notifier.ts';
import type { Write } from '../../store/store.ts';
import { type NoticeSubject, renderNotice } from '../../views/notice.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { listSubjects, notifiableOf, subjectIdOf } from './subjects.ts';

export type NotifyDeps = Pick<RoundDeps, 'store' | 'clock' | 'config' | 'by'> &
  Readonly<{
    notifier: Notifier;
    /** How far the person's clock is ahead of UTC at this time. */
    utcOffsetMs: (at: number) => number;
    /** Where the page is served; null while it is not. */
    pageAddress: () => Promise<string | null>;
  }>;

/**
 * Brings one channel one move closer to having told all that there is to tell. A notification is sent twice
 * when the supervisor dies between sending it and noting so. It is never lost, and never sent about what was
 * settled before.
 */
export async function reconcileNotifications(deps: NotifyDeps, channel: Channel): Promise<NextRound> {
  const { store, clock, config } = deps;
  const { subjects, nextAt } = await listSubjects(deps);
  const rows = await rowsOf(deps, channel, subjects);
  const now = clock.now();
  const sent = await store.listNotifications({
    channel,
    state: 'sent',
    settledSince: now - config.notify.limitTimeMs,
  });
  const move = decideNotify({
    channel,
    now,
    rows,
    offsetMs: deps.utcOffsetMs(now),
    news: subjects.map(notifiableOf),
    // What went out together was noted at the same time.
    sentAt: [...new Set(sent.map(({ settledAt }) => settledAt ?? 0))],
    rules: config.notify,
  });
  switch (move.do) {
    case 'rest':
      return { restUntil: earlier(move.until, nextAt) };
    case 'add':
      return save(
        deps,
        move.notifications.map((notification) => added(deps, notification)),
      );
    case 'drop':
    case 'give-up':
      return save(
        deps,
        move.notifications.map((row) => stepped(deps, row, { event: move.do })),
      );
    case 'send':
      return send(deps, move.notifications, subjects);
  }
}

const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

async function rowsOf(
  { store }: NotifyDeps,
  channel: Channel,
  subjects: readonly NoticeSubject[],
): Promise<readonly Notification[]> {
  const queued = await store.listNotifications({ channel, state: 'queued' });
  const about = await store.listNotifications({ channel, subjectIds: subjects.map(subjectIdOf) });
  return [...queued, ...about.filter(({ state }) => state !== 'queued')];
}

// The first supervisor to note the try sends; the others look again.
async function send(
  deps: NotifyDeps,
  rows: readonly Notification[],
  subjects: readonly NoticeSubject[],
): Promise<NextRound> {
  const [first] = rows;
  if (!first) return 'again';
  const now = deps.clock.now();
  const tries = rows.map((row) =>
    steps(deps, row, {
      event: 'try',
      dueAt: now + retryWaitMs('notification', { failures: row.attempts + 1 }),
    }),
  );
  const claimed = await deps.store.commit(tries.map(({ write }) => write));
  if (!claimed.saved) return 'again';
  const ids = new Set(rows.map(({ subjectId }) => subjectId));
  const words = subjects.filter((one) => ids.has(subjectIdOf(one)));
  const end = await deps.notifier.send(first.channel, renderNotice(words, await deps.pageAddress()));
  return save(
    deps,
    tries.map(({ to }) => afterSend(deps, to, end)),
  );
}

function afterSend(deps: NotifyDeps, row: Notification, end: SendEnd): Write {
  if (end.is === 'sent') return stepped(deps, row, { event: 'sent' });
  const { problem } = end;
  const now = deps.clock.now();
  const retry = decideRetry('notification', {
    now,
    failures: row.attempts,
    isHopeless: !end.retry,
    notBefore: now + (end.retryAfterMs ?? 0),
  });
  return retry.is === 'retry-at'
    ? stepped(deps, row, { event: 'miss', problem, dueAt: retry.at })
    : stepped(deps, row, { event: 'give-up', problem });
}

const save = async ({ store }: NotifyDeps, writes: readonly Write[]): Promise<NextRound> => {
  await store.commit(writes);
  return 'again';
};

type Move = Readonly<{ event: NotificationEvent; dueAt?: number; problem?: string }>;

function steps(deps: NotifyDeps, row: Notification, { event, ...more }: Move) {
  const at = deps.clock.now();
  const step = unwrap(stepNotification(row, event, { at, ...more }));
  const journal = noteOf({ at, by: deps.by }, noteAbout(row, more.problem));
  return { to: step.to, write: { kind: 'step-notification', step, journal } satisfies Write };
}

const stepped = (deps: NotifyDeps, row: Notification, move: Move): Write => steps(deps, row, move).write;

const added = (deps: NotifyDeps, notification: Notification): Write => ({
  kind: 'add-notification',
  notification,
  journal: noteOf({ at: deps.clock.now(), by: deps.by }, noteAbout(notification)),
});

const noteAbout = ({ channel, topic, subjectId }: Notification, problem?: string): string =>
  `${channel}: ${topic} ${subjectId}${problem === undefined ? '' : `: ${problem}`}`;
