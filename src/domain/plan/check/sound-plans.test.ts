import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DrivenPlan } from '../../../../tests/samples/driven-plan.ts';
import { MUTATIONS } from '../../../../tests/samples/mutated-plan.ts';
import { SOUND_FACTS, soundPlans } from '../../../../tests/samples/sound-plan.ts';
import { definePlan } from '../../run/plan/plan-state.ts';
import { replayRun } from '../../run/replay.ts';
import { checkPlan, RULE_NAMES } from './check-plan.ts';

/** The same plans every time; what fails is printed with the seed and its path. */
const SEEDED = { seed: 20_261_118 } as const;

/** Every agent hands over, every verifier approves, until nothing more happens. */
function playWell(run: DrivenPlan, pick: (count: number) => number): void {
  const most = run.plan.tasks.length * 4;
  for (let n = 0; n < most && run.state.ended === null; n++) {
    const atWork = [...run.turns.keys()];
    const role = atWork[pick(atWork.length)] ?? '';
    run.turns.delete(role);
    const isVerifier = role.startsWith('checker_');
    if (isVerifier) run.say(role, 'review', 'approved');
    else run.say(role, 'result');
  }
}

test('what the checker accepts can be executed to its end, in any order', () => {
  fc.assert(
    fc.property(soundPlans, fc.infiniteStream(fc.nat()), (plan, luck) => {
      expect(checkPlan(plan, SOUND_FACTS)).toEqual([]);
      const run = new DrivenPlan(plan);
      playWell(run, (count) => (luck.next().value ?? 0) % Math.max(1, count));
      expect(run.state.ended).toEqual({ success: true, why: 'every task is verified' });
      expect([...run.state.passed].sort()).toEqual(plan.tasks.map(({ id }) => id).sort());
      const known = new Set(plan.agents.map(({ role }) => role));
      for (const order of run.ordered) {
        if ('role' in order && order.role !== null) expect(known).toContain(order.role);
      }
      const { state } = replayRun(definePlan(plan), plan.goal, run.facts);
      expect(state).toEqual(run.state);
    }),
    SEEDED,
  );
});

describe('what the checker refuses has the fault named', () => {
  test.each(RULE_NAMES)('%s', (rule) => {
    let found = 0;
    fc.assert(
      fc.property(soundPlans, fc.nat(), (plan, n) => {
        const mutant = MUTATIONS[rule](plan, n);
        fc.pre(mutant !== null);
        if (mutant === null) return;
        found += 1;
        const rules = checkPlan(mutant.plan, mutant.facts).map((finding) => finding.rule);
        expect(rules).toContain(rule);
      }),
      SEEDED,
    );
    expect(found).toBeGreaterThan(20);
  });
});
