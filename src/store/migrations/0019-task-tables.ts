import type { ColumnTypes } from './migration.ts';

/** How tasks of plans were checked and verified, what they wrote, and the terms of their turns. */
export const taskTables = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table task_check (
    run_id ${id} not null, task_id ${id} not null, number ${integer} not null,
    commit_id text, results text not null, started_at ${integer} not null, ended_at ${integer},
    primary key (run_id, task_id, number)
  ) ${strict}`,
  `create table task_round (
    run_id ${id} not null, task_id ${id} not null, number ${integer} not null,
    is_confirmation ${integer} not null, verifier text not null, verdict text not null,
    findings text not null, summary text not null, commit_id text, at ${integer} not null,
    primary key (run_id, task_id, number)
  ) ${strict}`,
  `create table task_output (
    run_id ${id} not null, task_id ${id} not null, path text not null, version ${integer} not null,
    hash text not null, verified_at ${integer} not null,
    primary key (run_id, task_id, path, version)
  ) ${strict}`,
  `alter table turn add column limit_ms ${integer}`,
  `alter table turn add column retries ${integer}`,
];
