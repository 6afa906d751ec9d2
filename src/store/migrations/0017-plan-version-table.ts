import type { ColumnTypes } from './migration.ts';

/** Every text of a plan that was handed in, with what became of it. */
export const planVersionTable = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table plan_version (
    id ${id} primary key,
    plan ${id} not null, number ${integer} not null,
    content text not null, content_hash text not null,
    author text not null, run_id ${id},
    state text not null, version ${integer} not null,
    findings text not null, words text,
    created_at ${integer} not null, decided_by text, decided_at ${integer}
  ) ${strict}`,
  'create unique index plan_version_by_plan on plan_version (plan, number)',
];
