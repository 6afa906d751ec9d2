import type { ColumnTypes } from './migration.ts';

/** Null: a loop of an earlier version goes by the settings of its supervisor. */
export const failuresOfLoop = ({ integer }: ColumnTypes): readonly string[] => [
  `alter table loop add column max_failures ${integer}`,
];
