import type { ColumnTypes } from './migration.ts';

/** What goes on with begun work is handed over before older turns: its number does not tell its position. */
export const turnPosition = ({ integer }: ColumnTypes): readonly string[] => [
  `alter table turn add column position ${integer} not null default 0`,
];
