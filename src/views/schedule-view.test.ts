import { expect, test } from 'vitest';
import { aSchedule } from '../../tests/samples/schedule.ts';
import { aWork } from '../../tests/samples/work.ts';
import { ScheduleAnswer, ScheduleReportAnswer } from '../contract/answer/schedule.ts';
import { scheduleJson, scheduleReportJson } from './schedule-view.ts';

test('the JSON of a schedule keeps to its schema, alone and with what comes next', () => {
  const removed = aSchedule({ state: 'removed', nextAt: null, lastAt: 5_000, lastWorkId: 'nightly-1' });
  expect(ScheduleAnswer.parse(scheduleJson(removed))).toMatchObject({ state: 'removed', next_at: null });
  const open = [{ work: aWork({ id: 'nightly-1' }), standing: 'ready' as const, waitsFor: [] }];
  const report = scheduleReportJson({ schedule: aSchedule(), times: [2_000, 4_000], open });
  expect(ScheduleReportAnswer.parse(report)).toMatchObject({
    next_times: ['1970-01-01T00:00:02Z', '1970-01-01T00:00:04Z'],
    open_work: [{ id: 'nightly-1', status: 'ready' }],
  });
});
