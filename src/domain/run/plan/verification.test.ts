import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../../tests/samples/driven-plan.ts';
import { planOf } from '../../../../tests/samples/plan.ts';
import type { Plan, PlanTask } from '../../plan/plan.ts';
import { ONE_MORE, RUN_AGAIN, VERIFY } from './ask-about-task.ts';
import { isStale, progressOfTask } from './plan-state.ts';
import { CONFIRM } from './verified.ts';

const TABLE = 'part_0_1727539200';
const PAGE = 'part_1_1727539200';
const MORE = 'part_2_1727539200';

const withTasks = (plan: Plan, change: (task: PlanTask, n: number) => Partial<PlanTask>): Plan => ({
  ...plan,
  tasks: plan.tasks.map((task, n) => ({ ...task, ...change(task, n) })),
});
const stale = (run: DrivenPlan): readonly boolean[] =>
  run.plan.tasks.map((task) => isStale(progressOfTask(run.state, task)));

test('red criteria go straight back, are no verification, and green ones go to the verifier', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.ends = 'red';
  run.handOver('agent_0');
  expect(run.statuses()).toEqual(['working']);
  expect(run.turnOf('agent_0')?.text).toContain('    make test\nit ended with 1');
  expect(run.turnOf('checker')).toBeUndefined();
  run.ends = 'green';
  run.say('agent_0', 'result');
  expect(run.statuses()).toEqual(['ready_for_verification']);
  expect(run.turnOf('checker')).toMatchObject({ checkout: `commit-${TABLE}-2` });
  expect(run.turnOf('checker')?.text).toContain('round 1.');
});

test('criteria that stay red are a question, and a person may let the verifier decide', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.ends = 'red';
  run.handOver('agent_0');
  for (let n = 0; n < 2; n++) run.say('agent_0', 'result');
  expect(run.statuses()).toEqual(['working']);
  run.say('agent_0', 'result');
  expect(run.statuses()).toEqual(['blocked']);
  run.answer(ONE_MORE);
  expect(run.statuses()).toEqual(['working']);
  for (let n = 0; n < 3; n++) run.say('agent_0', 'result');
  run.answer(VERIFY);
  expect(run.turnOf('checker')?.text).toContain('red: it works (`make test`)');
});

test('a command that is not there is a question to the person, and no word to the agent', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.ends = 'missing';
  run.handOver('agent_0');
  const last = run.turnOf('agent_0');
  expect(run.statuses()).toEqual(['blocked']);
  expect(run.orders.at(-1)).toMatchObject({ is: 'ask', options: [RUN_AGAIN, VERIFY, 'stop'] });
  run.ends = 'green';
  run.answer(RUN_AGAIN);
  expect([run.statuses(), run.turnOf('agent_0')]).toEqual([['ready_for_verification'], last]);
});

test('what was seen counts once, and only for the hand-over that it is of', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.ends = 'red';
  run.handOver('agent_0');
  run.look({ task: TABLE, number: 1 });
  run.look({ task: TABLE, number: 7 });
  run.look({ task: 'no_task', number: 1 });
  expect(progressOfTask(run.state, { id: TABLE })).toMatchObject({ reds: 1, status: 'working' });
});

test('the verifier reads the notes with their resolutions, and looks at the commit that Swarm saw', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.handOver('agent_0');
  const text = run.turnOf('checker')?.text ?? '';
  expect(text).toContain('note_001: one unit → metres (user)');
  expect(text).toContain(`throw-away checkout of commit commit-${TABLE}-1 of agent_0`);
});

test('a role that does work of its own keeps its folder when it verifies', () => {
  const plan = withTasks(planOf([[], []]), (_, n) => ({ verifier: n === 0 ? 'agent_1' : 'checker' }));
  const run = new DrivenPlan(plan);
  run.handOver('agent_1');
  run.say('checker', 'review', 'approved');
  run.handOver('agent_0');
  expect(run.turnOf('agent_1')?.checkout).toBeUndefined();
});

test('each verification is recorded, and the setting says how many there are', () => {
  const run = new DrivenPlan(planOf([[]]), 2);
  for (let n = 0; n < 2; n++) {
    run.handOver('agent_0');
    run.say('checker', 'review', 'changes');
  }
  expect(run.statuses()).toEqual(['blocked']);
  const rounds = run.ordered.filter((order) => order.is === 'record-round');
  expect(rounds).toMatchObject([
    { number: 1, verdict: 'changes', commit: `commit-${TABLE}-1`, findings: [{ about: 'part.md' }] },
    { number: 2, verdict: 'changes', commit: `commit-${TABLE}-2` },
  ]);
});

test('the summary of a verification is the words of its verifier, without verdict and findings', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.handOver('agent_0');
  const said = { is: 'message', id: 'm9', from: 'checker', to: null, type: 'review', round: null } as const;
  const body = 'approved\nAll is there.';
  run.tell({ ...said, verdict: 'approved', findings: [], summary: 'All is there.', body });
  expect(run.ordered.find((order) => order.is === 'record-round')).toMatchObject({
    summary: 'All is there.',
  });
});

test('verifications are served first come, first served', () => {
  const run = new DrivenPlan(planOf([[], [], []]));
  for (const role of ['agent_2', 'agent_1', 'agent_0']) run.handOver(role);
  expect(run.turnOf('checker')?.stage).toBe(MORE);
  run.say('checker', 'review', 'approved');
  expect(run.turnOf('checker')?.stage).toBe(PAGE);
});

test('where a plan names groups, only tasks of one group run side by side', () => {
  const run = new DrivenPlan({ ...planOf([[], [], []]), parallelGroups: [[TABLE, MORE]] });
  expect(run.statuses()).toEqual(['working', 'pending', 'working']);
  for (const role of ['agent_0', 'agent_2']) {
    run.handOver(role);
    run.say('checker', 'review', 'approved');
  }
  expect(run.statuses()).toEqual(['verified', 'working', 'verified']);
});

test('a task brings its own time and retries along, its verification those of the project', () => {
  const run = new DrivenPlan(withTasks(planOf([[]]), () => ({ timeoutMs: 5_000, retries: 1 })));
  expect(run.turnOf('agent_0')?.terms).toEqual({ limitMs: 5_000, retries: 1 });
  run.say('agent_0', 'result');
  expect(run.turnOf('agent_0')?.terms).toEqual({ limitMs: 5_000 });
  run.say('agent_0', 'result');
  expect(run.turnOf('checker')?.terms).toEqual({ limitMs: null, retries: null });
});

/** One role writes the table and later changes it; the page was built on its first version. */
function changedTable(): DrivenPlan {
  const plan = withTasks(planOf([[], [0], []], 2), (task, n) => ({
    role: n === 1 ? 'agent_1' : 'agent_0',
    outputs: [{ path: `${task.id}.md`, format: null }],
    inputs: n === 1 ? [{ path: `${TABLE}.md`, format: null }] : [],
  }));
  const run = new DrivenPlan(plan);
  run.hashes = { [TABLE]: 'one' };
  run.handOver('agent_0');
  run.say('checker', 'review', 'approved');
  return run;
}

const outputs = (run: DrivenPlan): readonly unknown[] =>
  run.ordered.flatMap((order) =>
    order.is === 'record-output' ? [[order.taskId, order.hash, order.version]] : [],
  );

test('a verified task whose input changes is confirmed before the run can end', () => {
  const run = changedTable();
  run.hashes = { [PAGE]: 'page' };
  run.handOver('agent_1');
  run.say('checker', 'review', 'approved');
  expect(run.statuses()).toEqual(['verified', 'verified', 'working']);
  run.hashes = { [TABLE]: 'two', [MORE]: 'more' };
  run.handOver('agent_0');
  run.say('checker', 'review', 'approved');
  expect([run.statuses()[1], stale(run), run.state.ended]).toEqual([
    'ready_for_verification',
    [false, true, false],
    null,
  ]);
  expect(run.turnOf('checker')?.text).toMatch(
    /^Confirm part_1.*\n\n.*\n\nWhat changed.*\n- part_0.*version 2/,
  );
  run.say('checker', 'review', 'approved');
  expect(run.state.ended?.success).toBe(true);
  expect(outputs(run)).toEqual([
    [TABLE, 'one', 1],
    [PAGE, 'page', 1],
    [TABLE, 'two', 2],
    [MORE, 'more', 1],
  ]);
  expect(run.ordered.filter((order) => order.is === 'record-round').at(-1)).toMatchObject({
    taskId: PAGE,
    isConfirmation: true,
  });
});

test('what is not confirmed is worked on again', () => {
  const run = changedTable();
  run.hashes = { [PAGE]: 'page' };
  run.handOver('agent_1');
  run.say('checker', 'review', 'approved');
  run.hashes = { [TABLE]: 'two' };
  run.handOver('agent_0');
  run.say('checker', 'review', 'approved');
  run.say('checker', 'review', 'changes');
  expect([run.statuses()[1], stale(run)[1]]).toEqual(['working', false]);
  expect(run.turnOf('agent_1')?.text).toContain('What it builds on has changed:');
});

test('one at work is told of what changed when it hands over, and goes on from there', () => {
  const run = changedTable();
  run.hashes = { [TABLE]: 'two' };
  run.handOver('agent_0');
  run.say('checker', 'review', 'approved');
  expect([run.statuses()[1], stale(run)[1]]).toEqual(['working', true]);
  run.say('agent_1', 'result');
  expect(run.turnOf('agent_1')?.text).toContain('has changed since agent_1 began');
  run.say('agent_1', 'result');
  expect([run.statuses()[1], stale(run)[1]]).toEqual(['ready_for_verification', false]);
});

test('what changes while its verifier looks is confirmed after it', () => {
  const run = changedTable();
  const plan = run.plan;
  run.hashes = { [TABLE]: 'two' };
  run.handOver('agent_0');
  run.handOver('agent_1');
  // The verifier is at the task of the first role; the page waits for it.
  expect(run.turnOf('checker')?.stage).toBe(MORE);
  run.say('checker', 'review', 'approved');
  expect([run.turnOf('checker')?.stage, stale(run)[1]]).toEqual([PAGE, true]);
  run.say('checker', 'review', 'approved');
  expect([progressOfTask(run.state, plan.tasks[1] ?? { id: '' }).confirming.length, run.state.ended]).toEqual(
    [1, null],
  );
  run.say('checker', 'review', 'approved');
  expect(run.state.ended?.success).toBe(true);
});

test('inputs that change again and again are a question, and what is stale never ends the run', () => {
  const plan = withTasks(planOf([[], [0], [], [], [], []], 2), (task, n) => ({
    role: n === 1 ? 'agent_1' : 'agent_0',
    outputs: [{ path: `${task.id}.md`, format: null }],
  }));
  const run = new DrivenPlan(plan);
  const verify = (role: string): void => {
    run.handOver(role);
    run.say('checker', 'review', 'approved');
  };
  run.hashes = { [TABLE]: 'v1' };
  verify('agent_0');
  verify('agent_1');
  for (let version = 2; version <= 4; version++) {
    run.hashes = { [TABLE]: `v${version}` };
    verify('agent_0');
    expect(run.turnOf('checker')?.text).toContain('Confirm');
    run.say('checker', 'review', 'approved');
  }
  run.hashes = { [TABLE]: 'v5' };
  verify('agent_0');
  expect([run.statuses()[1], run.state.ended, run.state.pending?.options[0]]).toEqual([
    'blocked',
    null,
    CONFIRM,
  ]);
  run.answer(CONFIRM);
  run.say('checker', 'review', 'approved');
  expect(run.state.ended?.success).toBe(true);
});
