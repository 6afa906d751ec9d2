import { describe, expect, test } from 'vitest';
import { aSchedule } from '../../../tests/samples/schedule.ts';
import { aWork } from '../../../tests/samples/work.ts';
import { aNote, T0 } from '../../../tests/store/rows.ts';
import {
  type Schedule,
  type ScheduleEvent,
  type SchedulePatch,
  stepSchedule,
} from '../../domain/schedule/schedule.ts';
import type { Write } from '../store.ts';
import { duplicateOf, type Pair, SAVED, STALE } from './pair.conformance.ts';

const add = (schedule: Schedule): Write => ({ kind: 'add-schedule', schedule, journal: aNote('added') });

function step(from: Schedule, event: ScheduleEvent, patch: SchedulePatch = {}) {
  const outcome = stepSchedule(from, event, patch);
  if (!outcome.ok) throw new Error(`${from.state} has no ${event}`);
  return { kind: 'step-schedule' as const, step: outcome.value, journal: aNote(event) };
}

export function describeSchedules(on: Pair): void {
  const save = async (...writes: Write[]) => expect(await on.store.commit(writes)).toEqual(SAVED);

  describe('schedules', () => {
    test('a schedule comes back with every field, before and after a step', async () => {
      const schedule = aSchedule({ hasOverlap: true, timeZone: 'Europe/Berlin', lastAt: 7 });
      await save(add(schedule));
      expect(await on.other.findSchedule(schedule.id)).toEqual(schedule);
      const work = { ...schedule.work, labels: ['x'], gate: 'make', deadlineMs: 5 };
      const patch = { expression: '@daily', work, nextAt: T0, lastWorkId: 'w', putInCount: 1 };
      const put = step(schedule, 'put-in', { ...patch, missedCount: 2, skippedCount: 3 });
      await save(put);
      expect(await on.other.findSchedule(schedule.id)).toEqual(put.step.to);
    });

    test('one that was removed is left out of those that live, and its name stays taken', async () => {
      const [first, second] = [aSchedule({ id: 'a' }), aSchedule({ id: 'b', createdAt: 500 })];
      await save(add(first), add(second));
      await save(step(first, 'remove'));
      expect((await on.store.listSchedules({ isLive: true })).map(({ id }) => id)).toEqual(['b']);
      expect((await on.store.listSchedules({ isLive: false })).map(({ id }) => id)).toEqual(['b', 'a']);
      expect(await on.other.commit([add(first)])).toEqual(duplicateOf('schedule'));
    });

    test('of two who put in the same time, the second is told it is stale and adds nothing', async () => {
      const schedule = aSchedule();
      await save(add(schedule));
      const putIn = (id: string): Write[] => [
        step(schedule, 'put-in', { nextAt: T0 }),
        { kind: 'add-work', work: aWork({ id }), journal: aNote('added') },
      ];
      expect(await on.store.commit(putIn('one'))).toEqual(SAVED);
      expect(await on.other.commit(putIn('two'))).toEqual(STALE);
      expect((await on.store.listWork({}, { limit: 9 })).map(({ id }) => id)).toEqual(['one']);
    });

    test('work that is there already takes the step of the schedule back too', async () => {
      const schedule = aSchedule();
      const work: Write = { kind: 'add-work', work: aWork(), journal: aNote('added') };
      await save(add(schedule), work);
      const put = step(schedule, 'put-in', { nextAt: T0 });
      expect(await on.store.commit([put, work])).toEqual(duplicateOf('work'));
      expect(await on.other.findSchedule(schedule.id)).toEqual(schedule);
    });
  });
}
