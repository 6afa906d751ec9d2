import type { ColumnTypes } from './migration.ts';

/** What a session may take of the machine, and what each attempt took. */
export const resources = ({ integer }: ColumnTypes): readonly string[] => [
  'alter table session_spec add column resources text',
  `alter table attempt add column cpu_ms ${integer}`,
  `alter table attempt add column peak_kb ${integer}`,
];
