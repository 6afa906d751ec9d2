import type { ColumnTypes } from './migration.ts';

/**
 * Who began a session, up to the first, nearest first; the run and the race that one of them has a part in;
 * whether it goes on after them; what it waits for of its own; and what it may begin itself. Sessions of an
 * earlier version go on as they were begun to.
 */
export const nestedSessions = ({ id, integer, jsonText }: ColumnTypes): readonly string[] => [
  "alter table session add column ancestors text not null default '[]'",
  `alter table session add column paying_run_id ${id}`,
  `alter table session add column paying_race_id ${id}`,
  `alter table session add column outlives_parent ${integer} not null default 0`,
  `update session set outlives_parent = 1, ancestors = '[' || ${jsonText('parent_id')} || ']'
    where parent_id is not null`,
  'alter table session add column child_wait text',
  'alter table session_spec add column may_create text',
];
