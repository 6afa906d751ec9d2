import type { ColumnTypes } from './migration.ts';

/** Work that is put into the queue again and again. */
export const scheduleTable = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table schedule (
    id ${id} primary key,
    expression text not null, time_zone text not null, has_overlap ${integer} not null, work text not null,
    state text not null, version ${integer} not null,
    next_at ${integer}, last_at ${integer}, last_work_id text,
    put_in_count ${integer} not null, missed_count ${integer} not null, skipped_count ${integer} not null,
    created_at ${integer} not null
  ) ${strict}`,
  `create index schedule_by_life on schedule (created_at, id) where state <> 'removed'`,
];
