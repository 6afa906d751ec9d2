import type { ColumnTypes } from './migration.ts';

const LEADING = "' #\t\r\n'";

/** Every session has a title; one of before is called by the first line of its task. */
export const sessionTitle = ({ firstLine }: ColumnTypes): readonly string[] => [
  `alter table session add column title text not null default ''`,
  `update session set title = coalesce(
    (select rtrim(substr(${firstLine(`ltrim(prompt, ${LEADING})`)}, 1, 120))
     from session_spec where session_id = session.id), '')`,
];
