import type { ColumnTypes } from './migration.ts';

/** Loops over the work queue. */
export const loopTable = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table loop (
    id ${id} primary key,
    persona text not null, cli text, model text,
    concurrency ${integer} not null, max_iterations ${integer} not null, until_empty ${integer} not null,
    delay_ms ${integer} not null, template text not null, has_workspace ${integer} not null, gate text,
    work_dir text, rig text, label text, actor text,
    state text not null, version ${integer} not null, iteration ${integer} not null,
    at_work text not null, done_count ${integer} not null, failed_count ${integer} not null,
    failures ${integer} not null, next_at ${integer}, question_id text, reason_text text,
    created_at ${integer} not null, ended_at ${integer}
  ) ${strict}`,
  `create index loop_by_life on loop (created_at, id) where state <> 'finished'`,
];
