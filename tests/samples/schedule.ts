import { draftSchedule, type Schedule } from '../../src/domain/schedule/schedule.ts';
import { aWorkSpec } from './work.ts';

const AT = 1_000;
const { needs: _, notBefore: __, deadline: ___, ...work } = aWorkSpec();

/** A schedule that waits for its first time, for tests to change what they are about. */
export const aSchedule = (changes: Partial<Schedule> = {}): Schedule => ({
  ...draftSchedule(
    {
      expression: '0 6 * * *',
      timeZone: 'UTC',
      hasOverlap: false,
      work: { ...work, deadlineMs: null },
    },
    { id: 'nightly', at: AT, nextAt: 2_000 },
  ),
  ...changes,
});
