import type { ColumnTypes } from './migration.ts';

/** When the whole project stood still. */
export const pauseTable = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table pause (
    id ${id} primary key,
    since ${integer} not null, paused_by text not null, reason text not null, ended_at ${integer}
  ) ${strict}`,
  `create index pause_by_life on pause (since) where ended_at is null`,
];
