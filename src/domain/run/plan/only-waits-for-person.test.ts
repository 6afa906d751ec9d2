import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../../tests/samples/driven-plan.ts';
import { planOf } from '../../../../tests/samples/plan.ts';
import { ARCHITECT } from './escalation/escalation.ts';
import { onlyWaitsForPerson } from './only-waits-for-person.ts';

const noneAsks = (): boolean => false;
const route = { is: 'note-routed', noteId: 's.note_001', to: 'user', text: 'which?', taskId: '' } as const;

test('a plan whose only task waits for the answer of a person is held up until the answer is there', () => {
  const run = new DrivenPlan(planOf([[], [0]]));
  const seen = [onlyWaitsForPerson(run, noneAsks)];
  run.escalate('agent_0', ['s.note_001']);
  seen.push(onlyWaitsForPerson(run, noneAsks));
  run.tell(route);
  seen.push(onlyWaitsForPerson(run, noneAsks));
  run.endTurn(ARCHITECT);
  seen.push(onlyWaitsForPerson(run, noneAsks));
  run.answer('this one');
  seen.push(onlyWaitsForPerson(run, noneAsks));
  expect(seen).toEqual([false, false, false, true, false]);
});

test('while another task is worked on, a question holds nothing up; if that agent asks too, it does', () => {
  const run = new DrivenPlan({ ...planOf([[], []]), escalation: ['user'] });
  run.escalate('agent_0', ['s.note_001']);
  expect(onlyWaitsForPerson(run, noneAsks)).toBe(false);
  expect(onlyWaitsForPerson(run, (role) => role === 'agent_1')).toBe(true);
  run.say('agent_1', 'result');
  run.say('agent_1', 'result');
  expect([
    onlyWaitsForPerson(run, (role) => role === 'agent_1'),
    onlyWaitsForPerson(run, (role) => role === 'checker'),
  ]).toEqual([false, true]);
});

test('a task whose agent is lost holds up the plan, unless another one is worked on', () => {
  const run = new DrivenPlan(planOf([[], []]));
  run.tell({ is: 'session-ended', role: 'agent_0', ending: 'failed', reason: 'crash' });
  expect(onlyWaitsForPerson(run, noneAsks)).toBe(false);
  run.finish('agent_1');
  expect([run.statuses(), onlyWaitsForPerson(run, noneAsks)]).toEqual([['blocked', 'verified'], true]);
});
