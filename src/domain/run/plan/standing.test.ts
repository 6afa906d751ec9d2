import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../../tests/samples/driven-plan.ts';
import { soundPlan } from '../../../../tests/samples/sound-plan.ts';
import { standingsOf } from './standing.ts';

const waits = (run: DrivenPlan): readonly string[] =>
  standingsOf(run.plan, run.state).map(({ waits: all }) =>
    all.map(({ on, name }) => `${on} ${name}`).join(', '),
  );

const plan = (needs: readonly (readonly number[])[], doers: number): DrivenPlan =>
  new DrivenPlan(soundPlan({ needs, doers, verifiers: 1, hasFiles: false, hasGroup: false }));

test('a task waits for tasks, for a role that is busy, or for a person', () => {
  const run = plan([[], [], [0, 1], []], 3);
  // The fourth task has the role of the first.
  expect(waits(run)).toEqual(['', '', 'task part_0_1727539200, task part_1_1727539200', 'role agent_0']);
  run.handOver('agent_0');
  run.handOver('agent_1');
  expect(waits(run)[1]).toBe('role checker_0');
  run.lose('checker_0');
  expect(waits(run).slice(0, 2)).toEqual(['person user', 'person user']);
});

test('nothing waits when the run has ended', () => {
  const run = plan([[], [0]], 2);
  run.tell({ is: 'deadline-passed' });
  expect(waits(run)).toEqual(['', '']);
});
