import type { ColumnTypes } from './migration.ts';

/** A loop that runs already goes on as it was started: what waits holds it up. */
export const waitingOfLoop = ({ integer }: ColumnTypes): readonly string[] => [
  `alter table loop add column max_waiting ${integer} not null default 0`,
];
