import type { Schedule, SchedulePatch } from '../domain/schedule/schedule.ts';
import type { Engine } from './engine.ts';
import { steppedTable } from './stepped-table.ts';
import type { Store } from './store.ts';
import { flag, json, plain, Table } from './table.ts';

const scheduleTable = new Table<Schedule>('schedule', ['id'], () => ({
  id: plain('id'),
  expression: plain('expression'),
  timeZone: plain('time_zone'),
  hasOverlap: flag('has_overlap'),
  work: json('work'),
  state: plain('state'),
  version: plain('version'),
  nextAt: plain('next_at'),
  lastAt: plain('last_at'),
  lastWorkId: plain('last_work_id'),
  putInCount: plain('put_in_count'),
  missedCount: plain('missed_count'),
  skippedCount: plain('skipped_count'),
  createdAt: plain('created_at'),
}));

// What a step may change. The type makes sure that whatever a step can settle is saved.
const STEPPED: Record<keyof SchedulePatch | 'state' | 'version', true> = {
  expression: true,
  timeZone: true,
  hasOverlap: true,
  work: true,
  state: true,
  version: true,
  nextAt: true,
  lastAt: true,
  lastWorkId: true,
  putInCount: true,
  missedCount: true,
  skippedCount: true,
};

export const schedules = steppedTable(scheduleTable, {
  duplicateOf: 'schedule',
  stepped: STEPPED,
  guards: ['version', 'state'],
});

export const scheduleReads = (engine: Engine): Pick<Store, 'findSchedule' | 'listSchedules'> => ({
  findSchedule: (id) => schedules.find(engine, id),
  listSchedules: ({ isLive }) =>
    scheduleTable.list(engine, `${isLive ? `where state <> 'removed'` : ''} order by created_at, id`),
});
