import type { ColumnTypes } from './migration.ts';

/** What the clocks of each host said when rows were last found to fit them. */
export const hostClock = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table host_clock (
    host_id ${id} primary key, version ${integer} not null,
    boot text not null, wall ${integer} not null, steady ${integer} not null
  ) ${strict}`,
];
