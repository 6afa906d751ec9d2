import type { ColumnTypes } from './migration.ts';

/** Null: a loop of an earlier version goes by the settings of its supervisor. */
export const settingsOfLoop = ({ integer }: ColumnTypes): readonly string[] => [
  `alter table loop add column backoff_cap_ms ${integer}`,
  `alter table loop add column archives ${integer} not null default 0`,
];
