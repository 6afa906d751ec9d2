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

test('a task that is blocked by notes waits for those who have them in hand', () => {
  const run = plan([[], [0]], 2);
  run.escalate('agent_0', ['s.note_001', 's.note_002', 's.note_003']);
  expect(waits(run)).toEqual(['role workflow_architect', 'task part_0_1727539200']);
  run.tell({ is: 'note-routed', noteId: 's.note_001', to: 'user', text: 'which?', taskId: 'a_1727539300' });
  expect(waits(run)[0]).toBe('person user, role workflow_architect');
  run.tell({ is: 'note-routed', noteId: 's.note_002', to: 'technical', text: '?', taskId: 'b_1727539300' });
  run.tell({ is: 'note-answered', noteId: 's.note_003', text: 'so', affects: [] });
  expect(waits(run)[0]).toBe('person user, task b_1727539300');
  run.answer('yes');
  expect(waits(run)[0]).toBe('role workflow_architect, task b_1727539300');
});

test('where the plan leaves the architect out, the task waits for the person', () => {
  const sound = soundPlan({ needs: [[]], doers: 1, verifiers: 1, hasFiles: false, hasGroup: false });
  const run = new DrivenPlan({ ...sound, escalation: ['user'] });
  run.escalate('agent_0', ['s.note_001']);
  expect(waits(run)).toEqual(['person user']);
});

test('a verified task whose agent escalated afterwards waits for the answer', () => {
  const run = plan([[], []], 2);
  run.handOver('agent_0');
  run.say('checker_0', 'review', 'approved');
  run.escalate('agent_0', ['s.note_001']);
  expect([run.statuses()[0], waits(run)[0]]).toEqual(['verified', 'role workflow_architect']);
});
