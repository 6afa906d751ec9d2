import type { Participant } from '../domain/participant/participant.ts';
import type { Engine } from './engine.ts';
import { type Program, write } from './program.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store, Write } from './store.ts';
import { jsonOrNull, plain, storable, Table } from './table.ts';
import { where } from './where.ts';
import type { WriteRefusal } from './write-refusal.ts';

const participantTable = new Table<Participant>('participant', ['id'], () => ({
  id: plain('id'),
  baseName: plain('base_name'),
  state: plain('state'),
  version: plain('version'),
  track: plain('track'),
  cli: plain('cli'),
  conversationId: plain('conversation_id'),
  hostId: plain('host_id'),
  anchor: jsonOrNull('anchor'),
  workDir: plain('work_dir'),
  joinedAt: plain('joined_at'),
  seenAt: plain('seen_at'),
  endedAt: plain('ended_at'),
  endReason: plain('end_reason'),
  takenBy: plain('taken_by'),
}));

/** Guarded by its last act too: one who stirs while its work is taken over keeps it. */
export const participants = steppedTable(participantTable, {
  duplicateOf: 'participant',
  stepped: {
    state: true,
    version: true,
    track: true,
    anchor: true,
    workDir: true,
    seenAt: true,
    endedAt: true,
    endReason: true,
    takenBy: true,
  },
  guards: ['version', 'state', 'seenAt'],
});

/** The time of its last act never goes back. */
export function* seeParticipant({
  participantId,
  at,
}: Extract<Write, { kind: 'see-participant' }>): Program<WriteRefusal | null> {
  const changed = yield* write({
    sql: `update participant set seen_at = case when seen_at < ? then ? else seen_at end
      where id = ? and state = 'active'`,
    values: [at, at, storable(participantId)],
  });
  return changed === 0 ? { why: 'stale' } : null;
}

export const participantReads = (engine: Engine): Pick<Store, 'findParticipant' | 'listParticipants'> => ({
  findParticipant: (id) => participants.find(engine, id),
  listParticipants: ({ state, since }) => {
    const { sql, values } = where([
      state !== undefined && { sql: 'state = ?', values: [state] },
      since !== undefined && { sql: 'seen_at >= ?', values: [since] },
    ]);
    return participantTable.list(engine, `${sql} order by joined_at, id`, values);
  },
});
