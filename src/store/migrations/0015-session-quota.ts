import type { ColumnTypes } from './migration.ts';

/** How much of each quota a session has used. */
export const sessionQuota = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table session_quota (
    session_id ${id} not null, quota text not null, used ${integer} not null,
    primary key (session_id, quota)
  ) ${strict}`,
];
