import type { ColumnTypes } from './migration.ts';

/** Who is at work here without being started by Swarm, and which files they and sessions have reserved. */
export const participantTables = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table participant (
    id ${id} primary key,
    base_name text not null, state text not null, version ${integer} not null,
    track text, cli text, conversation_id text, host_id ${id} not null, anchor text, work_dir text not null,
    joined_at ${integer} not null, seen_at ${integer} not null,
    ended_at ${integer}, end_reason text, taken_by ${id}
  ) ${strict}`,
  'create index participant_by_state on participant (state, seen_at)',
  // Two that join from one process at once are one.
  `create unique index participant_by_anchor on participant (host_id, anchor) where state = 'active'`,
  `create table reservation (
    id ${id} primary key,
    number ${integer} not null unique, holder ${id} not null, glob text not null,
    is_exclusive ${integer} not null, reason text, state text not null, version ${integer} not null,
    created_at ${integer} not null, expires_at ${integer}, released_at ${integer}, release_reason text
  ) ${strict}`,
  'create index reservation_by_state on reservation (state, holder)',
];
