import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DrivenPlan } from '../../../../tests/samples/driven-plan.ts';
import { planOf } from '../../../../tests/samples/plan.ts';
import { ONE_MORE } from './ask-about-task.ts';
import { planProgram } from './plan-program.ts';
import { definePlan } from './plan-state.ts';

test('a task starts when all that it depends on is verified, and others run beside it', () => {
  const run = new DrivenPlan(planOf([[], [], [0, 1]]));
  expect(run.statuses()).toEqual(['working', 'working', 'pending']);
  run.handOver('agent_0');
  run.say('checker', 'review', 'approved');
  expect(run.statuses()).toEqual(['verified', 'working', 'pending']);
  run.handOver('agent_1');
  run.say('checker', 'review', 'approved');
  expect(run.statuses()).toEqual(['verified', 'verified', 'working']);
  expect(run.turnOf('agent_2')?.text).toContain('which is merged into your branch');
});

test('the first "done" always opens a review, and the second one a verification', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.say('agent_0', 'result');
  expect(run.statuses()).toEqual(['completion_drive_review']);
  expect(run.turnOf('agent_0')?.text).toContain('Completion drive review');
  run.say('agent_0', 'result');
  expect(run.statuses()).toEqual(['ready_for_verification']);
  expect(run.turnOf('checker')?.text).toContain('result m2');
  run.say('checker', 'review', 'approved');
  expect(run.state.ended).toEqual({ success: true, why: 'every task is verified' });
  expect(run.state.approved).toEqual({ part_0_1727539200: ['m2'] });
  expect(run.orders.at(-1)).toMatchObject({ is: 'finish', success: true });
});

test('findings go back to the agent; after three verifications a person is asked', () => {
  const run = new DrivenPlan(planOf([[]]));
  for (let n = 0; n < 3; n++) {
    run.handOver('agent_0');
    run.say('checker', 'review', 'changes');
    if (n < 2) expect(run.turnOf('agent_0')?.text).toContain('- part.md: no source');
  }
  expect(run.statuses()).toEqual(['blocked']);
  expect(run.orders).toContainEqual(
    expect.objectContaining({ is: 'ask', options: [ONE_MORE, 'accept as it is', 'stop'] }),
  );
  run.answer(ONE_MORE);
  expect(run.statuses()).toEqual(['working']);
  run.handOver('agent_0');
  run.say('checker', 'review', 'changes');
  run.answer('accept as it is');
  expect(run.state.ended?.success).toBe(true);
});

test('a verifier that is blocked asks, and the words of the person reach the agent', () => {
  const run = new DrivenPlan(planOf([[]]));
  run.handOver('agent_0');
  run.say('checker', 'review', 'blocked');
  expect(run.statuses()).toEqual(['blocked']);
  run.answer('use the newer table');
  expect(run.turnOf('agent_0')?.text).toContain('The answer: use the newer table');
});

test('one verifier verifies one task at a time, and one role does one task at a time', () => {
  const run = new DrivenPlan(planOf([[], [], []], 2));
  expect(run.statuses()).toEqual(['working', 'working', 'pending']);
  run.handOver('agent_0');
  run.handOver('agent_1');
  expect(run.turnOf('checker')?.stage).toBe('part_0_1727539200');
  run.say('checker', 'review', 'approved');
  expect(run.turnOf('checker')?.stage).toBe('part_1_1727539200');
  expect(run.statuses()).toEqual(['verified', 'ready_for_verification', 'working']);
});

test('a turn without a word is followed by nudges, then by a question, while others work on', () => {
  const run = new DrivenPlan(planOf([[], []]));
  for (let n = 0; n < 3; n++) run.endTurn('agent_0');
  expect(run.statuses()).toEqual(['blocked', 'working']);
  run.tell({ is: 'session-ended', role: 'agent_1', ending: 'failed', reason: 'crash' });
  expect([run.state.pending?.question, run.state.asks.length]).toEqual([1, 1]);
  run.answer('start it again');
  expect(run.orders).toContainEqual({ is: 'open-session', role: 'agent_0' });
  expect(run.state.pending?.question).toBe(2);
  run.answer('stop');
  expect(run.state.ended).toEqual({ success: false, why: 'part_1_1727539200: stopped by a person' });
});

test('what is said in an older turn, twice, or by a role without a task moves nothing', () => {
  const run = new DrivenPlan(planOf([[], [0]]));
  const old = {
    is: 'message',
    from: 'agent_0',
    to: null,
    type: 'result',
    verdict: null,
    findings: [],
    body: '',
  } as const;
  run.tell({ ...old, id: 'x', round: 99 });
  run.tell({ ...old, id: 'y', from: 'agent_1', round: null });
  run.say('checker', 'review', 'approved');
  expect(run.statuses()).toEqual(['working', 'pending']);
  run.tell({ ...old, id: 'z', round: run.turnOf('agent_0')?.round ?? null });
  run.tell({ ...old, id: 'z', round: null });
  expect(run.statuses()).toEqual(['completion_drive_review', 'pending']);
});

test('the time of a plan ends it, and what was verified stays approved', () => {
  const run = new DrivenPlan(planOf([[], [0]]));
  run.handOver('agent_0');
  run.say('checker', 'review', 'approved');
  run.tell({ is: 'deadline-passed' });
  expect(run.state.ended).toEqual({ success: false, why: 'the time of the plan is used up' });
  expect(run.state.passed).toEqual(['part_0_1727539200']);
});

const dag = fc
  .integer({ min: 1, max: 8 })
  .chain((size) =>
    fc
      .array(fc.uniqueArray(fc.nat({ max: 7 }), { maxLength: 3 }), { minLength: size, maxLength: size })
      .map((needs) => needs.map((list, index) => list.filter((need) => need < index))),
  );

/** Does one thing that could happen; `n` says which. */
function stumble(run: DrivenPlan, n: number): void {
  if (run.state.pending !== null && n % 3 === 0) {
    const good = run.state.pending.options.filter((option) => option !== 'stop');
    return run.answer(good[n % Math.max(1, good.length)] ?? 'go on');
  }
  const roles = run.plan.agents.map(({ role }) => role);
  const role = roles[n % roles.length] ?? 'checker';
  if (n % 7 === 0) return run.endTurn(role);
  if (n % 11 === 0)
    return run.tell({ is: 'session-ended', role, ending: n % 2 === 0 ? 'failed' : 'completed', reason: 'x' });
  if (role !== 'checker') return run.say(role, 'result');
  return run.say('checker', 'review', (['approved', 'changes', 'blocked'] as const)[n % 3] ?? 'approved');
}

/** Everything goes well from here on. */
function settle(run: DrivenPlan): void {
  for (let n = 0; n < 400 && run.state.ended === null; n++) {
    const { pending } = run.state;
    if (pending !== null) run.answer(pending.options[0] ?? 'go on');
    for (const { role } of run.plan.agents.slice(0, -1)) run.say(role, 'result');
    run.say('checker', 'review', 'approved');
  }
}

test('whatever happens, a plan keeps its order, comes to its end, and can be replayed', () => {
  fc.assert(
    fc.property(
      dag,
      fc.nat({ max: 3 }),
      fc.array(fc.nat({ max: 999 }), { maxLength: 60 }),
      (needs, shared, luck) => {
        const plan = planOf(needs, Math.max(1, needs.length - shared));
        const run = new DrivenPlan(plan);
        for (const n of luck) {
          stumble(run, n);
          const statuses = run.statuses();
          for (const [index, task] of plan.tasks.entries()) {
            const isBegun = statuses[index] !== 'pending';
            const before = task.dependencies.map(
              (id) => statuses[plan.tasks.findIndex((one) => one.id === id)],
            );
            if (isBegun) expect(before.every((status) => status === 'verified')).toBe(true);
          }
          const busy = plan.tasks.filter(
            (_, index) => !['pending', 'verified'].includes(statuses[index] ?? ''),
          );
          expect(new Set(busy.map(({ role }) => role)).size).toBe(busy.length);
        }
        settle(run);
        expect(run.state.ended?.success).toBe(true);
        const program = planProgram(definePlan(plan));
        const replayed = run.facts.reduce(
          (state, fact) => program.advance(state, fact).state,
          program.start(plan.goal).state,
        );
        expect(replayed).toEqual(run.state);
      },
    ),
  );
});
