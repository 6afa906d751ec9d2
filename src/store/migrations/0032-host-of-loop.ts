import type { ColumnTypes } from './migration.ts';

/** Null: a loop of an earlier version, which any host serves. */
export const hostOfLoop = ({ id }: ColumnTypes): readonly string[] => [
  `alter table loop add column host_id ${id}`,
];
