import type { Notification } from '../domain/notification/notification.ts';
import type { Engine } from './engine.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';
import { plain, storable, Table } from './table.ts';
import { where } from './where.ts';

const notificationTable = new Table<Notification>('notification', ['id'], () => ({
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
}));

/** Guarded by the count of tries too: who was slower than the next try has nothing left to tell. */
export const notifications = steppedTable(notificationTable, {
  duplicateOf: 'notification',
  stepped: { state: true, attempts: true, dueAt: true, settledAt: true, problem: true },
  guards: ['state', 'attempts', 'dueAt'],
});

const oneOf = (column: string, values: readonly string[]) =>
  values.length === 0
    ? { sql: '1 = 0', values: [] }
    : { sql: `${column} in (${values.map(() => '?').join(', ')})`, values: values.map(storable) };

export const notificationReads = (engine: Engine): Pick<Store, 'listNotifications'> => ({
  listNotifications: ({ channel, state, subjectIds, settledSince }) => {
    const { sql, values } = where([
      channel !== undefined && { sql: 'channel = ?', values: [channel] },
      state !== undefined && { sql: 'state = ?', values: [state] },
      subjectIds !== undefined && oneOf('subject_id', subjectIds),
      settledSince !== undefined && { sql: 'settled_at >= ?', values: [settledSince] },
    ]);
    return notificationTable.list(engine, `${sql} order by created_at, id`, values);
  },
});
