import type { ColumnTypes } from './migration.ts';

/** A session that has ended has at most one successor; any number of others may begin from it. */
export const successors = ({ id }: ColumnTypes): readonly string[] => [
  `alter table session add column continues ${id}`,
  `alter table session add column forked_from ${id}`,
  'create unique index session_by_continues on session (continues)',
];
