import type { ColumnTypes } from './migration.ts';

/** A note of a plan's run says which task its session was at work on. */
export const taskOfNote = ({ id }: ColumnTypes): readonly string[] => [
  `alter table note add column task_id ${id}`,
  'create index note_by_task on note (task_id, created_at)',
];
