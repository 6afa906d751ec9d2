import type { ColumnTypes } from './migration.ts';

/** Several sessions at one task, of which one wins. */
export const raceTable = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table race (
    id ${id} primary key,
    title text not null, policy text not null, rivals text not null,
    started_count ${integer} not null, started_at ${integer} not null,
    judge_id text, winner_id text,
    state text not null, version ${integer} not null, ending text, reason_text text, question_id text,
    key text, content_hash text not null, host_id ${id},
    created_at ${integer} not null, ended_at ${integer}
  ) ${strict}`,
  'create unique index race_by_key on race (key) where key is not null',
  'create index race_by_life on race (created_at, id) where ended_at is null',
  `alter table session add column race_id ${id}`,
];
