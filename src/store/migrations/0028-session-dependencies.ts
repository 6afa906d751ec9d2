import type { ColumnTypes } from './migration.ts';

/** What a session waits for before its first attempt. */
export const sessionDependencies = (_: ColumnTypes): readonly string[] => [
  'alter table session add column dependencies text',
];
