import type { Notification, NotificationStep } from '../domain/notification/notification.ts';
import type { Engine } from './engine.ts';
import { type Program, write } from './program.ts';
import type { Store } from './store.ts';
import { plain, storable, Table } from './table.ts';
import { where } from './where.ts';
import type { WriteRefusal } from './write-refusal.ts';

const notificationTable = new Table<Notification>('notification', ['id'], {
  id: plain('id'),
  topic: plain('topic'),
  subjectId: plain('subject_id'),
  sessionId: plain('session_id'),
  runId: plain('run_id'),
  channel: plain('channel'),
  number: plain('number'),
  state: plain('state'),
  attempts: plain('attempts'),
  dueAt: plain('due_at'),
  createdAt: plain('created_at'),
  settledAt: plain('settled_at'),
  problem: plain('problem'),
});

export function* addNotification(notification: Notification): Program<WriteRefusal | null> {
  const isNew = (yield* write(notificationTable.insert(notification))) > 0;
  return isNew ? null : { why: 'duplicate', of: 'notification' };
}

/** Guarded by the count of tries too: who was slower than the next try has nothing left to tell. */
export function* saveNotificationStep({ from, to }: NotificationStep): Program<WriteRefusal | null> {
  const set = ['state', 'attempts', 'dueAt', 'settledAt', 'problem'] as const;
  const changed = yield* write(
    notificationTable.update({ set, to, from, guards: ['state', 'attempts', 'dueAt'] }),
  );
  return changed === 0 ? { why: 'stale' } : null;
}

const oneOf = (column: string, values: readonly string[]) =>
  values.length === 0
    ? { sql: '1 = 0', values: [] }
    : { sql: `${column} in (${values.map(() => '?').join(', ')})`, values: values.map(storable) };

export const notificationReads = (engine: Engine): Pick<Store, 'listNotifications'> => ({
  listNotifications: async ({ channel, state, subjectIds, settledSince }) => {
    const { sql, values } = where([
      channel !== undefined && { sql: 'channel = ?', values: [channel] },
      state !== undefined && { sql: 'state = ?', values: [state] },
      subjectIds !== undefined && oneOf('subject_id', subjectIds),
      settledSince !== undefined && { sql: 'settled_at >= ?', values: [settledSince] },
    ]);
    const rows = await engine.read(notificationTable.select(`${sql} order by created_at, id`, values));
    return rows.map(notificationTable.fromRow);
  },
});
