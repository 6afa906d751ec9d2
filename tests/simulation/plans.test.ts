import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Mutation } from './crew.ts';
import { findRed } from './find-red.ts';
import { PLAN_MUTATIONS } from './plan-mutations.ts';

const SEEDS = 12;
const SEEDS_PER_TEST = 2;
const ROUNDS = 1_200;
const MOST_SEEDS = 60;

const SCHEDULE = '../../src/domain/run/plan/schedule.ts';
const CHANGE = '../../src/domain/run/plan/propose-change.ts';
const PUBLISH = '../../src/supervisor/run/publish-design.ts';

afterEach(() => {
  for (const path of [SCHEDULE, CHANGE, PUBLISH]) vi.doUnmock(path);
  vi.resetModules();
});

async function play(seed: number, mutation: Mutation = {}) {
  const { simulate } = await import('./simulation.ts');
  return simulate({ seed, rounds: ROUNDS, mutation, hasPlans: true });
}

const groups = Array.from({ length: SEEDS / SEEDS_PER_TEST }, (_, group) => group * SEEDS_PER_TEST);

describe('whatever dies, plans, designs and changes keep their order, end or ask, and replay', () => {
  test.each(groups)('in two worlds from seed %i on', async (first) => {
    for (let seed = first; seed < first + SEEDS_PER_TEST; seed++) {
      const { violation, trace } = await play(seed);
      const repeat = `npm run simulate -- --seed ${seed} --rounds ${ROUNDS} --plans`;
      expect(violation, `${trace.join('\n')}\n\n${violation}\nRepeat: ${repeat}`).toBeNull();
    }
  });
});

describe('a guard of plans that is taken out is missed', () => {
  test.each(Object.entries(PLAN_MUTATIONS))('%s', async (_, mutation) => {
    expect(await findRed(MOST_SEEDS, (seed) => play(seed, mutation))).not.toBeNull();
  });

  test('that a task waits for those that it depends on', async () => {
    type Scheduling = typeof import('../../src/domain/run/plan/schedule.ts');
    vi.doMock(SCHEDULE, async (original) => {
      const real = await original<Scheduling>();
      const schedule: Scheduling['schedule'] = (move) => {
        const tasks = move.plan.tasks.map((task) => ({ ...task, dependencies: [] }));
        return { ...real.schedule({ ...move, plan: { ...move.plan, tasks } }), plan: move.plan };
      };
      return { ...real, schedule };
    });
    expect(await findRed(MOST_SEEDS, (seed) => play(seed))).not.toBeNull();
  });

  test('that a change of a plan is judged and agreed to', async () => {
    type Changing = typeof import('../../src/domain/run/plan/propose-change.ts');
    vi.doMock(CHANGE, async (original) => {
      const real = await original<Changing>();
      const applyProposed: Changing['applyProposed'] = (move, { plan }) => real.applyChanged(move, plan);
      return { ...real, applyProposed };
    });
    expect(await findRed(MOST_SEEDS, (seed) => play(seed))).not.toBeNull();
  });

  test('that a version which was approved becomes plan.yaml', async () => {
    vi.doMock(PUBLISH, () => ({ publishDesign: async () => {} }));
    expect(await findRed(MOST_SEEDS, (seed) => play(seed))).not.toBeNull();
  });
});
