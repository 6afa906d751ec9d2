import type { ColumnTypes } from './migration.ts';

/** What each run's program was told, in order: the run can be replayed from it. */
export const runFactTable = ({ id, integer, strict }: ColumnTypes): readonly string[] => [
  `create table run_fact (
    run_id ${id} not null references run (id) deferrable initially deferred,
    number ${integer} not null, at ${integer} not null, fact text not null,
    primary key (run_id, number)
  ) ${strict}`,
];
