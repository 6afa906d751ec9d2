import { expect, test } from 'vitest';
import { aSchedule } from '../../../tests/samples/schedule.ts';
import { SCHEDULE_STATES, type ScheduleEvent, stepSchedule } from './schedule.ts';

const EVENTS: readonly ScheduleEvent[] = ['put-in', 'skip', 'run', 'pause', 'unpause', 'remove', 'renew'];

test('the machine, whole', () => {
  const table = SCHEDULE_STATES.map((state) => {
    const cells = EVENTS.map((event) => {
      const step = stepSchedule(aSchedule({ state }), event);
      return step.ok ? `${event} ${step.value.to.state}` : '';
    });
    return `${state}: ${cells.filter((cell) => cell !== '').join(', ')}`;
  });
  expect(table.join('\n')).toMatchInlineSnapshot(`
    "active: put-in active, skip active, run active, pause paused, remove removed
    paused: run paused, unpause active, remove removed
    removed: renew active"
  `);
});

test('only an active schedule has a next time', () => {
  const paused = stepSchedule(aSchedule({ nextAt: 5 }), 'pause', { nextAt: 7 });
  expect(paused).toMatchObject({ ok: true, value: { to: { nextAt: null, version: 2 } } });
  const going = stepSchedule(aSchedule({ state: 'paused', nextAt: null }), 'unpause', { nextAt: 9 });
  expect(going).toMatchObject({ ok: true, value: { to: { nextAt: 9 } } });
});
