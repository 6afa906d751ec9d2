import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../../tests/samples/driven-plan.ts';
import { planOf } from '../../../../tests/samples/plan.ts';
import { ARCHITECT } from './escalation/escalation.ts';
import { isHeldUp } from './held-up.ts';

const nobodyAsks = (): boolean => false;
const route = { is: 'note-routed', noteId: 's.note_001', to: 'user', text: 'which?', taskId: '' } as const;

test('a plan whose only task waits for the answer of a person is held up until the answer is there', () => {
  const run = new DrivenPlan(planOf([[], [0]]));
  const seen = [isHeldUp(run, nobodyAsks)];
  run.escalate('agent_0', ['s.note_001']);
  seen.push(isHeldUp(run, nobodyAsks));
  run.tell(route);
  seen.push(isHeldUp(run, nobodyAsks));
  run.endTurn(ARCHITECT);
  seen.push(isHeldUp(run, nobodyAsks));
  run.answer('this one');
  seen.push(isHeldUp(run, nobodyAsks));
  expect(seen).toEqual([false, false, false, true, false]);
});

test('while another task is worked on, a question holds nothing up; if that agent asks too, it does', () => {
  const run = new DrivenPlan({ ...planOf([[], []]), escalation: ['user'] });
  run.escalate('agent_0', ['s.note_001']);
  expect(isHeldUp(run, nobodyAsks)).toBe(false);
  expect(isHeldUp(run, (role) => role === 'agent_1')).toBe(true);
  run.say('agent_1', 'result');
  run.say('agent_1', 'result');
  expect([isHeldUp(run, (role) => role === 'agent_1'), isHeldUp(run, (role) => role === 'checker')]).toEqual([
    false,
    true,
  ]);
});

test('a task whose agent is lost holds up the plan, unless another one is worked on', () => {
  const run = new DrivenPlan(planOf([[], []]));
  run.tell({ is: 'session-ended', role: 'agent_0', ending: 'failed', reason: 'crash' });
  expect(isHeldUp(run, nobodyAsks)).toBe(false);
  run.finish('agent_1');
  expect([run.statuses(), isHeldUp(run, nobodyAsks)]).toEqual([['blocked', 'verified'], true]);
});
