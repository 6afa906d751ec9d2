import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../tests/samples/driven-plan.ts';
import { partId } from '../../../tests/samples/plan.ts';
import { soundPlan } from '../../../tests/samples/sound-plan.ts';
import { definePlan } from './plan/plan-state.ts';
import { differencesOf, replayRun } from './replay.ts';

test('the same facts lead to the same state and the same orders', () => {
  const run = new DrivenPlan(
    soundPlan({ needs: [[], [0]], doers: 2, verifiers: 1, hasFiles: true, hasGroup: false }),
  );
  run.handOver('agent_0');
  run.say('checker_0', 'review', 'changes');
  run.lose('agent_0');
  run.retry(partId(0));
  const replayed = replayRun(definePlan(run.plan), run.plan.goal, run.facts);
  expect(differencesOf(run.state, replayed.state)).toEqual([]);
  expect(replayed.orders).toEqual(run.ordered);
});

test('a fact that is missing shows as places that differ', () => {
  const run = new DrivenPlan(
    soundPlan({ needs: [[]], doers: 1, verifiers: 1, hasFiles: false, hasGroup: false }),
  );
  run.handOver('agent_0');
  // The hand-over, and what Swarm saw of it.
  const replayed = replayRun(definePlan(run.plan), run.plan.goal, run.facts.slice(0, -2));
  expect(differencesOf(run.state, replayed.state).map(({ at }) => at)).toContain(
    'tasks.part_0_1727539200.status',
  );
});

test('differences name the place, and what is absent is empty', () => {
  expect(differencesOf({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }, 4] }, 'x')).toEqual([
    { at: 'x.a.1.b', kept: '2', replayed: '3' },
    { at: 'x.a.2', kept: '', replayed: '4' },
  ]);
});
