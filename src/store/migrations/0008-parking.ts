import type { ColumnTypes } from './migration.ts';

/**
 * Why a session is parked and after how many failures; what an agent CLI tries again by itself, and what its
 * turn has taken so far.
 */
export const parking = ({ integer }: ColumnTypes): readonly string[] => [
  'alter table session add column parked text',
  `alter table session add column failures ${integer} not null default 0`,
  'alter table attempt add column stall text',
  'alter table attempt add column turn_usage text',
  `alter table attempt add column stderr_cursor ${integer} not null default 0`,
];
