import { expect, test } from 'vitest';
import {
  decideRunClock,
  isRunOver,
  moveRunClock,
  RUN_STATES,
  type Run,
  type RunEvent,
  type RunState,
  runDeadline,
  stepRun,
} from './run.ts';

const aRun = (more: Partial<Run> = {}): Run => ({
  id: '1700000000000',
  workflow: 'research',
  goal: 'why',
  key: null,
  contentHash: 'abc',
  state: 'starting',
  version: 0,
  ending: null,
  reasonText: null,
  stage: 'research',
  round: 1,
  progress: 0,
  hostId: 'here',
  timeoutMs: 1000,
  cleanup: 'auto',
  workedMs: 0,
  runningSince: null,
  createdAt: 0,
  startedAt: null,
  endedAt: null,
  stateSince: 0,
  ...more,
});

const EVENTS: Readonly<Record<RunEvent, true>> = {
  begun: true,
  asked: true,
  answered: true,
  finish: true,
  stop: true,
  kill: true,
  synthesised: true,
};

const tableOf = (state: RunState): string => {
  const cells = Object.keys(EVENTS).flatMap((event) => {
    const step = stepRun(aRun({ state, ending: 'failed' }), event as RunEvent, { at: 1 });
    return step.ok ? [`${event}→${step.value.to.state}`] : [];
  });
  return [state, ...cells].join(' ');
};

test('the machine of a run is this table; an absent cell is refused', () => {
  expect(RUN_STATES.map(tableOf).join('\n')).toMatchInlineSnapshot(`
    "starting begun→running finish→synthesising stop→synthesising kill→cancelled
    running asked→waiting finish→synthesising stop→synthesising kill→cancelled
    waiting answered→running finish→synthesising stop→synthesising kill→cancelled
    synthesising kill→cancelled synthesised→failed
    completed
    failed
    cancelled"
  `);
});

test('stop and kill decide that the run is cancelled, whatever was decided before', () => {
  const stopped = stepRun(aRun({ state: 'running' }), 'stop', { at: 5 });
  expect(stopped.ok && stopped.value.to).toMatchObject({ state: 'synthesising', ending: 'cancelled' });
  const killed = stepRun(aRun({ state: 'synthesising', ending: 'completed' }), 'kill', { at: 6 });
  expect(killed.ok && killed.value.to).toMatchObject({ state: 'cancelled', ending: 'cancelled', endedAt: 6 });
});

test('the time of a run stands still while a person is asked', () => {
  let run = aRun();
  const go = (event: RunEvent, at: number): void => {
    const step = stepRun(run, event, { at });
    if (step.ok) run = step.value.to;
  };
  go('begun', 100);
  expect(runDeadline(run)).toBe(1100);
  expect(runDeadline({ ...run, timeoutMs: null })).toBeNull();
  go('asked', 400);
  expect(runDeadline(run)).toBeNull();
  go('answered', 9000);
  expect([runDeadline(run), run.startedAt, run.version]).toEqual([9700, 100, 3]);
});

test('only three states of a run are final', () => {
  expect(RUN_STATES.filter((state) => isRunOver({ state }))).toEqual(['completed', 'failed', 'cancelled']);
});

test('the clock stands still while a person holds its role up, and the time before counts', () => {
  const going = aRun({ state: 'running', runningSince: 100, workedMs: 50 });
  expect(decideRunClock(going, false)).toBeNull();
  expect(decideRunClock(going, true)).toBe('stop');
  const { to: still } = moveRunClock(going, 'stop', 160);
  expect(still).toMatchObject({ state: 'running', workedMs: 110, runningSince: null, version: 1 });
  expect([runDeadline(still), decideRunClock(still, true), decideRunClock(still, false)]).toEqual([
    null,
    null,
    'go',
  ]);
  expect(runDeadline(moveRunClock(still, 'go', 900).to)).toBe(900 + 1000 - 110);
  expect(decideRunClock(aRun({ state: 'waiting' }), false)).toBe('go');
  expect(decideRunClock(aRun({ state: 'waiting' }), true)).toBeNull();
  expect(decideRunClock(aRun({ state: 'synthesising' }), false)).toBeNull();
});
