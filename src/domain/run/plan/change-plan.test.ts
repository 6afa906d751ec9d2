import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../../tests/samples/driven-plan.ts';
import { aPart, partId, planOf } from '../../../../tests/samples/plan.ts';
import type { Plan, PlanTask } from '../../plan/plan.ts';
import { replayRun } from '../replay.ts';
import type { FATES } from './change-plan.ts';
import { isStructural, whyNotChanged } from './compare-plans.ts';
import { DESIGN_VERIFIER } from './escalation/escalation.ts';
import { definePlan } from './plan-state.ts';

const ARCHITECT = 'workflow_architect';
const BASE = planOf([[], [], [0]]);
const withTask = (n: number, changes: Partial<PlanTask>, plan: Plan = BASE): Plan => ({
  ...plan,
  tasks: plan.tasks.map((task) => (task.id === partId(n) ? { ...task, ...changes } : task)),
});
const without = (n: number): Plan => ({ ...BASE, tasks: BASE.tasks.filter(({ id }) => id !== partId(n)) });
const REWORDED = { instructions: 'Write part 0 in verse.' };

/** Brings the first task to a status; the others are untouched. */
function at(status: keyof typeof FATES): DrivenPlan {
  const run = new DrivenPlan(BASE);
  if (status === 'blocked') run.escalate('agent_0', ['s.note_001']);
  if (status === 'completion_drive_review' || status === 'ready_for_verification')
    run.say('agent_0', 'result');
  if (status === 'ready_for_verification') run.say('agent_0', 'result');
  if (status === 'verified') run.finish('agent_0');
  return run;
}
const apply = (run: DrivenPlan, plan: Plan): void => run.tell({ is: 'plan-changed', plan });
const turns = (run: DrivenPlan, role: string): number =>
  run.ordersOf('give-turn').filter((order) => order.role === role).length;

test.each([
  ['working', 'working', 2],
  ['completion_drive_review', 'working', 3],
  ['ready_for_verification', 'working', 3],
  ['blocked', 'blocked', 1],
  ['verified', 'working', 3],
] as const)('a task that is %s and whose words change is %s afterwards', (before, after, given) => {
  const run = at(before);
  const others = [turns(run, 'agent_1'), run.statusOf(partId(1))];
  apply(run, withTask(0, REWORDED));
  expect([run.statusOf(partId(0)), turns(run, 'agent_0')]).toEqual([after, given]);
  expect([turns(run, 'agent_1'), run.statusOf(partId(1))]).toEqual(others);
  if (before === 'blocked') {
    run.tell({ is: 'note-answered', noteId: 's.note_001', text: 'so', affects: [] });
  }
  expect(run.turnOf('agent_0')?.text).toContain('Write part 0 in verse.');
});

test.each([
  ['working', true, true],
  ['completion_drive_review', true, true],
  ['ready_for_verification', true, false],
  ['verified', true, false],
  ['blocked', false, false],
] as const)('a task that is %s and taken out is gone: %s; its agent stops: %s', (before, isGone, isEnded) => {
  const run = at(before);
  apply(run, withTask(2, { dependencies: [] }, without(0)));
  expect(run.plan.tasks.some(({ id }) => id === partId(0))).toBe(!isGone);
  const ended = run.orders.some((order) => order.is === 'end-session' && order.role === 'agent_0');
  expect(ended).toBe(isEnded);
  if (isGone) {
    expect(run.state.passed).not.toContain(partId(0));
    for (const { role } of run.ordersOf('end-session'))
      run.tell({ is: 'session-ended', role, ending: 'completed', reason: 'the run needs it no more' });
    for (const role of ['agent_1', 'agent_2']) run.finish(role);
    expect(run.state.ended?.success).toBe(true);
  }
});

test('pending tasks take the new text or go, new ones begin, and the rest works on', () => {
  const run = new DrivenPlan(BASE);
  const added = aPart(3);
  const agents = [...BASE.agents, { role: 'agent_3', persona: 'developer' }];
  const changed = withTask(2, { instructions: 'Write the end.' });
  apply(run, { ...changed, agents, tasks: [...changed.tasks, added] });
  expect(run.statuses()).toEqual(['working', 'working', 'pending', 'working']);
  expect(turns(run, 'agent_0')).toBe(1);
  run.finish('agent_0');
  expect(run.turnOf('agent_2')?.text).toContain('Write the end.');
  apply(run, withTask(2, { instructions: 'Write the end.' }));
  expect(run.orders).toContainEqual({ is: 'end-session', role: 'agent_3' });
});

test('what an answer to the solution architect is for stays, whatever the new version says', () => {
  const run = new DrivenPlan(BASE);
  run.escalate('agent_0', ['s.note_001']);
  run.tell({
    is: 'note-routed',
    noteId: 's.note_001',
    to: 'technical',
    text: 'how?',
    taskId: 'how_1727539999',
  });
  apply(run, withTask(1, { instructions: 'Write part 1 anew.' }));
  expect(run.plan.tasks.map(({ id }) => id)).toContain('how_1727539999');
  expect(run.statusOf('how_1727539999')).toBe('working');
});

const review = (run: DrivenPlan, verdict: 'approved' | 'changes'): void =>
  run.say(DESIGN_VERIFIER, 'review', verdict);
const propose = (run: DrivenPlan, plan: Plan, by: 'architect' | 'person' = 'architect'): void =>
  run.tell({ is: 'plan-proposed', plan, by });

test('a change of words by the architect is asked about; one of structure is verified before', () => {
  const run = new DrivenPlan(BASE);
  propose(run, withTask(2, { instructions: 'Write the end.' }));
  expect(run.turnOf(DESIGN_VERIFIER)).toBeUndefined();
  expect(run.orders).toContainEqual(expect.objectContaining({ is: 'ask', options: ['apply it', 'drop it'] }));
  run.answer('apply it');
  expect(run.plan.tasks[2]?.instructions).toBe('Write the end.');

  propose(run, withTask(2, { dependencies: [partId(0), partId(1)] }, run.plan));
  expect(run.turnOf(DESIGN_VERIFIER)?.text).toContain('its place in the plan');
  review(run, 'approved');
  run.answer('drop it');
  expect(run.plan.tasks[2]?.dependencies).toEqual([partId(0)]);
  expect(run.turnOf(ARCHITECT)?.text).toContain('the person has dropped it');
});

test('what the design verifier finds goes back to the architect, and to a person as a question', () => {
  const run = new DrivenPlan(BASE);
  propose(run, without(2));
  review(run, 'changes');
  expect(run.state.change).toBeNull();
  expect(run.turnOf(ARCHITECT)?.text).toContain('the design verifier finds');
  propose(run, without(2), 'person');
  review(run, 'changes');
  run.answer('apply it');
  expect(run.plan.tasks).toHaveLength(2);
});

test('a design verifier that is silent or lost leaves the change to the person', () => {
  const silent = new DrivenPlan(BASE);
  propose(silent, without(2));
  for (let n = 0; n < 3; n++) silent.endTurn(DESIGN_VERIFIER);
  expect(silent.ordersOf('ask')[0]?.text).toContain('The design verifier gave no verdict.');
  const lost = new DrivenPlan(BASE);
  propose(lost, without(2), 'person');
  lost.tell({ is: 'session-ended', role: DESIGN_VERIFIER, ending: 'failed', reason: 'x' });
  expect(lost.ordersOf('ask')).toHaveLength(1);
});

test('a person who hands it in, and a run that was started with --yes, are not asked', () => {
  const run = new DrivenPlan(BASE);
  propose(run, withTask(2, { instructions: 'Write the end.' }), 'person');
  expect([run.ordersOf('ask').length, run.plan.tasks[2]?.instructions]).toEqual([0, 'Write the end.']);
  const replayed = replayRun(definePlan(BASE, { isUnattended: true }), 'A report', [
    { is: 'plan-proposed', plan: withTask(2, { instructions: 'Write the end.' }), by: 'architect' },
  ]);
  expect(replayed.orders.map(({ is }) => is)).toContain('replace-plan');
});

test('what cannot be changed is refused with the reason, and a proposal of it moves nothing', () => {
  const run = at('blocked');
  const why = (plan: Plan): string | null => whyNotChanged({ plan: run.plan, state: run.state }, plan);
  expect([
    why({ ...BASE, name: 'other' }),
    why(BASE),
    why(without(0)),
    why({ ...BASE, agents: BASE.agents.map((agent) => ({ ...agent, persona: 'verifier' })) }),
    why(without(2)),
  ]).toEqual([
    'the plan that runs is called "report"',
    'nothing in it differs from the plan that runs',
    `${partId(0)} waits for an answer; it can be taken out when it has it`,
    'agent_0 has its persona already; give the work to a new role',
    null,
  ]);
  const before = run.state;
  propose(run, without(0));
  expect(run.state).toEqual(before);
  propose(run, without(2));
  expect(why(withTask(1, REWORDED))).toBe('another change of the plan is under way');
});

test('only words of instructions and criteria leave the structure as it is', () => {
  expect(isStructural(BASE, withTask(0, REWORDED))).toBe(false);
  expect(isStructural(BASE, withTask(0, { criteria: [{ text: 'x', command: null, file: 'a' }] }))).toBe(
    false,
  );
  for (const changes of [
    { verifier: 'other' },
    { dependencies: [partId(1)] },
    { outputs: [{ path: 'a', format: null }] },
    { role: 'agent_1' },
  ])
    expect(isStructural(BASE, withTask(0, changes))).toBe(true);
});

test('a role whose task is taken out begins its next one after its session has ended', () => {
  const run = at('working');
  const another = { ...aPart(7), role: 'agent_0' };
  const version = withTask(2, { dependencies: [] }, without(0));
  apply(run, { ...version, tasks: [...version.tasks, another] });
  expect(run.ordersOf('end-session').map(({ role }) => role)).toEqual(['agent_0']);
  expect([run.statusOf(another.id), turns(run, 'agent_0')]).toEqual(['pending', 1]);

  run.tell({ is: 'session-ended', role: 'agent_0', ending: 'completed', reason: 'the run needs it no more' });
  expect(run.orders.map(({ is }) => is)).toEqual(['open-session', 'give-turn']);
  expect([run.statusOf(another.id), turns(run, 'agent_0')]).toEqual(['working', 2]);
});
