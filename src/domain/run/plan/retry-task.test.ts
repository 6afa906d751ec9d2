import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../../tests/samples/driven-plan.ts';
import { partId } from '../../../../tests/samples/plan.ts';
import { soundPlan } from '../../../../tests/samples/sound-plan.ts';
import { progressOfTask } from './plan-state.ts';

const driven = (needs: readonly (readonly number[])[], doers = needs.length): DrivenPlan =>
  new DrivenPlan(soundPlan({ needs, doers, verifiers: 1, hasFiles: true, hasGroup: false }));

const verify = (run: DrivenPlan, role: string): void => {
  run.handOver(role);
  run.say('checker_0', 'review', 'approved');
};

test('a verified task that is wanted again goes through work, review and verification again', () => {
  const run = driven([[], [0]]);
  verify(run, 'agent_0');
  run.retry(partId(0), 'the sources are old');
  expect([run.statusOf(partId(0)), run.state.passed]).toEqual(['working', []]);
  expect(run.turnOf('agent_0')?.text).toContain('is wanted again: the sources are old');
  verify(run, 'agent_0');
  verify(run, 'agent_1');
  expect(run.state.ended?.success).toBe(true);
  expect(run.state.passed).toEqual(['part_0_1727539200', 'part_1_1727539200']);
});

test('a task that is blocked begins anew with a new session, and its question is closed', () => {
  const run = driven([[], []]);
  run.lose('agent_0');
  run.lose('agent_1');
  expect(run.state.pending).toMatchObject({ question: 1, task: 'part_0_1727539200' });
  run.retry(partId(0));
  expect(run.statusOf(partId(0))).toBe('working');
  expect(run.ordered).toContainEqual({ is: 'open-session', role: 'agent_0' });
  // What waited behind the question is asked now.
  expect(run.state.pending).toMatchObject({ question: 2, task: 'part_1_1727539200' });
  run.retry(partId(1));
  expect([run.state.pending, run.statusOf(partId(1))]).toEqual([null, 'working']);
});

test('after three verifications a retry allows three more', () => {
  const run = driven([[]]);
  const sendBack = () => {
    run.handOver('agent_0');
    run.say('checker_0', 'review', 'changes');
  };
  for (let n = 0; n < 3; n++) sendBack();
  expect(run.statusOf(partId(0))).toBe('blocked');
  run.retry(partId(0));
  for (let n = 0; n < 2; n++) sendBack();
  expect(run.statusOf(partId(0))).toBe('working');
  sendBack();
  expect([run.statusOf(partId(0)), progressOfTask(run.state, { id: 'part_0_1727539200' }).rounds]).toEqual([
    'blocked',
    6,
  ]);
});

test('a retried task waits until its role is free', () => {
  const run = driven([[], []], 1);
  verify(run, 'agent_0');
  expect(run.statusOf(partId(1))).toBe('working');
  run.retry(partId(0));
  expect([run.statusOf(partId(0)), run.statusOf(partId(1))]).toEqual(['pending', 'working']);
  verify(run, 'agent_0');
  expect(run.statusOf(partId(0))).toBe('working');
});

test('what is not begun, under way or unknown is not retried', () => {
  const run = driven([[], [0]]);
  const before = run.state;
  run.retry(partId(0));
  run.retry(partId(1));
  run.tell({ is: 'task-retried', task: 'nothing_1727539200', why: 'x' });
  expect(run.state).toEqual(before);
});

test('a verifier that another task is asked about stays lost when its own task is retried', () => {
  const run = driven([[], []]);
  verify(run, 'agent_0');
  run.handOver('agent_1');
  run.lose('checker_0');
  expect(run.statusOf(partId(1))).toBe('blocked');
  run.retry(partId(0));
  expect(run.state.roles.checker_0).toBe('lost');
  run.handOver('agent_0');
  expect(run.statusOf(partId(0))).toBe('ready_for_verification');
  run.tell({ is: 'answered', question: 1, answer: 'start it again' });
  run.say('checker_0', 'review', 'approved');
  run.say('checker_0', 'review', 'approved');
  expect(run.state.ended?.success).toBe(true);
});
