import type { Message } from '../domain/message/message.ts';
import type { Engine } from './engine.ts';
import { type Program, write } from './program.ts';
import { messageTable } from './schema.ts';
import type { Store } from './store.ts';
import { storable } from './table.ts';
import { where } from './where.ts';
import type { WriteRefusal } from './write-refusal.ts';

export function* addMessage(message: Message): Program<WriteRefusal | null> {
  return (yield* write(messageTable.insert(message))) === 0 ? { why: 'duplicate', of: 'message' } : null;
}

export const messageReads = (engine: Engine): Pick<Store, 'listMessages'> => ({
  listMessages: async ({ recipient, sender }) => {
    const { sql, values } = where([
      recipient !== undefined && { sql: 'recipient = ?', values: [storable(recipient)] },
      sender !== undefined && { sql: 'sender = ?', values: [storable(sender)] },
    ]);
    const rows = await engine.read(messageTable.select(`${sql} order by created_at, serial`, values));
    return rows.map(messageTable.fromRow);
  },
});
