import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../../../tests/samples/driven-plan.ts';
import { partId, planOf } from '../../../../../tests/samples/plan.ts';
import { ARCHITECT } from './escalation.ts';

const answer = (noteId: string, text: string) =>
  ({ is: 'note-answered', noteId, text, affects: [] }) as const;

test('a note after its task was verified keeps the plan from its end until it is confirmed', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.handOver('agent_0');
  run.escalate('checker', ['c.note_001']);
  run.tell(answer('c.note_001', 'two pages'));
  const early = { ...run.state };
  run.say('checker', 'review', 'approved');
  expect([early.ended, run.state.ended?.success]).toEqual([null, true]);

  const late = new DrivenPlan(planOf([[], []]));
  late.finish('agent_0');
  late.escalate('agent_0', ['s.note_001']);
  late.finish('agent_1');
  expect([late.statuses(), late.state.ended]).toEqual([['verified', 'verified'], null]);
  expect(late.turnOf(ARCHITECT)?.text).toContain(`agent_0 asks about ${partId(0)} after it was verified`);
  late.tell(answer('s.note_001', 'in verse'));
  expect(late.statuses()).toEqual(['ready_for_verification', 'verified']);
  expect(late.turnOf('agent_0')?.text).toContain('→ in verse (by the architect)');
  expect(late.turnOf('checker')?.text).toContain('What about s.note_001? → in verse');
  late.say('checker', 'review', 'approved');
  expect(late.state.ended?.success).toBe(true);
});

test('where the plan leaves the architect out, the person is asked about a late note', () => {
  const run = new DrivenPlan({ ...planOf([[], []]), escalation: ['user'] });
  run.finish('agent_0');
  run.escalate('agent_0', ['s.note_001']);
  run.finish('agent_1');
  expect(run.state.ended).toBeNull();
  run.answer('in prose');
  expect(run.ordersOf('resolve-note')).toMatchObject([{ resolution: 'in prose', by: 'user' }]);
  run.say('checker', 'review', 'approved');
  expect(run.state.ended?.success).toBe(true);
});

test('a role without a task is answered too, and the plan waits for that', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.escalate('checker', ['c.note_001']);
  run.escalate(ARCHITECT, ['a.note_001']);
  expect(run.ordersOf('ask-about-note').map(({ noteId }) => noteId)).toEqual(['a.note_001']);
  run.finish('agent_0');
  expect([run.statuses(), run.state.ended]).toEqual([['verified'], null]);
  run.tell(answer('c.note_001', 'yes'));
  expect(run.state.ended).toBeNull();
  run.answer('no');
  expect(run.state.ended?.success).toBe(true);
});

test('a plan does not end while a change of it waits for an answer', () => {
  const run = new DrivenPlan(planOf([[]]));
  const plan = { ...run.plan, goal: 'Another goal' };
  run.tell({ is: 'plan-proposed', plan, by: 'architect' });
  run.finish('agent_0');
  expect([run.statuses(), run.state.ended]).toEqual([['verified'], null]);
  run.answer('drop it');
  expect(run.state.ended?.success).toBe(true);
});
