import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../../tests/samples/driven-plan.ts';
import { planOf } from '../../../../tests/samples/plan.ts';
import { definePlan } from './plan-state.ts';
import { reportTasks } from './task-report.ts';

const report = (run: DrivenPlan): readonly unknown[] =>
  reportTasks({ definition: definePlan(run.plan), state: run.state }).map((task) => [
    task.status,
    task.rounds,
    task.criteria,
    task.waitsFor,
  ]);

test('each task tells its status, its rounds, its criteria, and what it waits for', () => {
  const run = new DrivenPlan(planOf([[], [0], [], []], 3));
  const [first] = run.plan.tasks.map(({ id }) => id);
  expect(report(run)).toEqual([
    ['working', 0, null, []],
    ['pending', 0, null, [first]],
    ['working', 0, null, []],
    // Its role does another task first.
    ['pending', 0, null, ['agent_0']],
  ]);
  run.handOver('agent_2');
  run.ends = 'missing';
  run.handOver('agent_0');
  expect(report(run)).toEqual([
    ['blocked', 0, 'missing', ['user']],
    ['pending', 0, null, [first]],
    ['ready_for_verification', 0, 'green', []],
    ['pending', 0, null, ['agent_0']],
  ]);
  run.ends = 'green';
  run.answer('run them again');
  expect(report(run)[0]).toEqual(['ready_for_verification', 0, 'green', ['checker']]);
  run.say('checker', 'review', 'approved');
  expect(report(run)[2]).toEqual(['verified', 1, 'green', []]);
});

test('criteria that scripted agents skip are not called green', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.ends = 'skipped';
  run.handOver('agent_0');
  expect(report(run)).toEqual([['ready_for_verification', 0, null, []]]);
});

test('a workflow has no tasks', () => {
  const { plan, ...workflow } = definePlan(planOf([[]]));
  expect(reportTasks({ definition: workflow, state: new DrivenPlan(plan).state })).toEqual([]);
});
