import type { Delivery, InboxTally } from '../domain/message/message.ts';
import type { Engine } from './engine.ts';
import { type Program, type Row, write } from './program.ts';
import { deliveryTable, messageTable } from './schema.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';
import { storable } from './table.ts';
import { where } from './where.ts';
import type { WriteRefusal } from './write-refusal.ts';

export const messages = steppedTable(messageTable, {
  duplicateOf: 'message',
  stepped: { deadLetter: true, toRole: true, type: true, content: true, body: true, turnId: true },
  guards: ['deadLetter'],
});

export function* addDelivery(delivery: Delivery): Program<WriteRefusal | null> {
  yield* write(deliveryTable.insert(delivery));
  return null;
}

type MessageReads = Pick<
  Store,
  'listMessages' | 'findMessage' | 'listDeliveries' | 'listInbox' | 'countInboxes'
>;

const INBOX = `select ${messageTable.selection}, delivery.at as delivered_at, turn.state as turn_state
  from delivery join message on message.id = delivery.message_id
  left join turn on turn.id = delivery.turn_id
  where delivery.run_id = ? and delivery.role = ?
  order by delivery.at desc, message.serial desc limit ?`;

const TALLY = `select delivery.role as role, turn.state as turn_state, count(*) as deliveries,
  max(delivery.at) as delivered_at, max(turn.changed_at) as changed_at
  from delivery left join turn on turn.id = delivery.turn_id`;
const GROUPED = 'group by delivery.role, turn.state';

const tallyOf = (row: Row): InboxTally => ({
  role: String(row.role),
  turnState: row.turn_state as InboxTally['turnState'],
  count: Number(row.deliveries),
  changedAt: Math.max(Number(row.delivered_at), Number(row.changed_at ?? 0)),
});

export const messageReads = (engine: Engine): MessageReads => ({
  listMessages: ({ recipient, sender, runId, isDeadLetter }) => {
    const { sql, values } = where([
      recipient !== undefined && { sql: 'recipient = ?', values: [storable(recipient)] },
      sender !== undefined && { sql: 'sender = ?', values: [storable(sender)] },
      runId !== undefined && { sql: 'run_id = ?', values: [storable(runId)] },
      isDeadLetter !== undefined && {
        sql: `dead_letter is ${isDeadLetter ? 'not null' : 'null'}`,
        values: [],
      },
    ]);
    return messageTable.list(engine, `${sql} order by created_at, serial`, values);
  },
  findMessage: (id) => messages.find(engine, id),
  listDeliveries: ({ runId, role }) => {
    const { sql, values } = where([
      { sql: 'run_id = ?', values: [storable(runId)] },
      role !== undefined && { sql: 'role = ?', values: [storable(role)] },
    ]);
    return deliveryTable.list(engine, `${sql} order by at, message_id`, values);
  },
  listInbox: async ({ runId, role, limit }) => {
    const rows = await engine.read({ sql: INBOX, values: [storable(runId), storable(role), limit] });
    return rows.toReversed().map((row) => ({
      message: messageTable.fromRow(row),
      at: Number(row.delivered_at),
      turnState: row.turn_state as InboxTally['turnState'],
    }));
  },
  countInboxes: async ({ runId, role }) => {
    const { sql, values } = where([
      { sql: 'delivery.run_id = ?', values: [storable(runId)] },
      role !== undefined && { sql: 'delivery.role = ?', values: [storable(role)] },
    ]);
    return (await engine.read({ sql: `${TALLY} ${sql} ${GROUPED}`, values })).map(tallyOf);
  },
});
