import type { ColumnTypes } from './migration.ts';

/** How often a session is tried again, and after what. */
export const sessionRetry = (_: ColumnTypes): readonly string[] => [
  'alter table session add column retry text',
];
