import { noteOf, unwrap } from '../../app/draft.ts';
import type { SendEnd } from '../../domain/notification/notice.ts';
import {
  type Channel,
  type Notification,
  type NotificationEvent,
  stepNotification,
} from '../../domain/notification/notification.ts';
import { decideNotify, MOST_TRIES, tryWaitMs } from '../../domain/notification/notify-move.ts';
import type { Notifier } from '../../runtime/notify/notifier.ts';
import type { Write } from '../../store/store.ts';
import { renderNotice, type Told } from '../../views/notice.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { listTold, newsOf, subjectOf } from './news.ts';

export type NotifyDeps = Pick<RoundDeps, 'store' | 'clock' | 'config' | 'by'> &
  Readonly<{
    notifier: Notifier;
    /** How far the person's clock is ahead of UTC at this time. */
    utcOffsetMs: (at: number) => number;
  }>;

/**
 * Brings one channel one move closer to having told all that there is to tell. A word may be sent twice when
 * somebody dies between sending it and noting so; it is never lost, and never sent about what was settled
 * before.
 */
export async function reconcileNotifications(deps: NotifyDeps, channel: Channel): Promise<Look> {
  const { store, clock, config } = deps;
  const told = await listTold(deps);
  const rows = await rowsOf(deps, channel, told);
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
    news: told.map(newsOf),
    // What went out together was noted at the same time.
    sentAt: [...new Set(sent.map(({ settledAt }) => settledAt ?? 0))],
    rules: config.notify,
  });
  switch (move.do) {
    case 'rest':
      return { restUntil: move.until };
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
      return send(deps, move.notifications, told);
  }
}

async function rowsOf(
  { store }: NotifyDeps,
  channel: Channel,
  told: readonly Told[],
): Promise<readonly Notification[]> {
  const queued = await store.listNotifications({ channel, state: 'queued' });
  const about = await store.listNotifications({ channel, subjectIds: told.map(subjectOf) });
  return [...queued, ...about.filter(({ state }) => state !== 'queued')];
}

// Whoever notes the try first sends; the others look again.
async function send(deps: NotifyDeps, rows: readonly Notification[], told: readonly Told[]): Promise<Look> {
  const [first] = rows;
  if (!first) return 'again';
  const now = deps.clock.now();
  const tries = rows.map((row) =>
    steps(deps, row, { event: 'try', dueAt: now + tryWaitMs(row.attempts + 1) }),
  );
  const claimed = await deps.store.commit(tries.map(({ write }) => write));
  if (!claimed.saved) return 'again';
  const subjects = new Set(rows.map(({ subjectId }) => subjectId));
  const words = told.filter((one) => subjects.has(subjectOf(one)));
  const end = await deps.notifier.send(first.channel, renderNotice(words));
  return save(
    deps,
    tries.map(({ to }) => settled(deps, to, end)),
  );
}

function settled(deps: NotifyDeps, row: Notification, end: SendEnd): Write {
  if (end.is === 'sent') return stepped(deps, row, { event: 'sent' });
  const { problem } = end;
  if (!end.retry || row.attempts >= MOST_TRIES) return stepped(deps, row, { event: 'give-up', problem });
  const waitMs = Math.max(tryWaitMs(row.attempts), end.retryAfterMs ?? 0);
  return stepped(deps, row, { event: 'miss', problem, dueAt: deps.clock.now() + waitMs });
}

const save = async ({ store }: NotifyDeps, writes: readonly Write[]): Promise<Look> => {
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
