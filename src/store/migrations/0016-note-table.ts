import type { ColumnTypes } from './migration.ts';

/** What agents assumed or doubted, and how it was settled. */
export const noteTable = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table note (
    id ${id} primary key,
    session_id ${id} not null, run_id ${id}, number ${integer} not null,
    description text not null, context text not null,
    state text not null, version ${integer} not null,
    escalation_reason text, resolution text, resolved_by text, resolved_at ${integer},
    created_at ${integer} not null
  ) ${strict}`,
  'create unique index note_by_session on note (session_id, number)',
  'create index note_by_run on note (run_id, created_at)',
];
