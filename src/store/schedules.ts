import { equal } from 'node:assert/strict';
import type { Schedule, SchedulePatch, ScheduleStep } from '../domain/schedule/schedule.ts';
import type { Engine } from './engine.ts';
import { type Program, write } from './program.ts';
import type { Store } from './store.ts';
import { flag, json, plain, storable, Table } from './table.ts';
import type { WriteRefusal } from './write-refusal.ts';

const scheduleTable = new Table<Schedule>('schedule', ['id'], {
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
});

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
const STEPPED_FIELDS = Object.keys(STEPPED) as readonly (keyof typeof STEPPED)[];

export function* addSchedule(schedule: Schedule): Program<WriteRefusal | null> {
  return (yield* write(scheduleTable.insert(schedule))) === 0 ? { why: 'duplicate', of: 'schedule' } : null;
}

export function* saveScheduleStep({ from, to }: ScheduleStep): Program<WriteRefusal | null> {
  equal(to.version, from.version + 1, 'the version must be raised by one');
  const guards = ['version', 'state'] as const;
  const changed = yield* write(scheduleTable.update({ set: STEPPED_FIELDS, to, from, guards }));
  return changed === 0 ? { why: 'stale' } : null;
}

export const scheduleReads = (engine: Engine): Pick<Store, 'findSchedule' | 'listSchedules'> => ({
  findSchedule: async (id) => {
    const [row] = await engine.read(scheduleTable.select('where id = ?', [storable(id)]));
    return row && scheduleTable.fromRow(row);
  },
  listSchedules: async ({ isLive }) => {
    const rest = `${isLive ? `where state <> 'removed'` : ''} order by created_at, id`;
    return (await engine.read(scheduleTable.select(rest, []))).map(scheduleTable.fromRow);
  },
});
