import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Mutation } from './crew.ts';
import { findRed } from './find-red.ts';
import { LOOP_MUTATIONS } from './loop-mutations.ts';

const SEEDS = 9;
const SEEDS_PER_TEST = 3;
const ROUNDS = 800;
const MOST_SEEDS = 60;

afterEach(() => {
  vi.doUnmock('../../src/app/loop/end-iteration.ts');
  vi.doUnmock('../../src/domain/loop/loop-move.ts');
  vi.doUnmock('../../src/domain/queue/keep-lease.ts');
  vi.doUnmock('../../src/supervisor/gate/gate-runner.ts');
  vi.doUnmock('../../src/supervisor/queue/unsettled-work.ts');
  vi.resetModules();
});

async function play(seed: number, mutation: Mutation = {}) {
  const { simulate } = await import('./simulation.ts');
  return simulate({ seed, rounds: ROUNDS, mutation, hasLoops: true });
}

const groups = Array.from({ length: SEEDS / SEEDS_PER_TEST }, (_, group) => group * SEEDS_PER_TEST);

describe('whatever dies, work is done once or visibly failed, and every loop ends or asks', () => {
  test.each(groups)('in three worlds from seed %i on', async (first) => {
    for (let seed = first; seed < first + SEEDS_PER_TEST; seed++) {
      const { violation, trace } = await play(seed);
      const repeat = `npm run simulate -- --seed ${seed} --rounds ${ROUNDS} --loops`;
      expect(violation, `${trace.join('\n')}\n\n${violation}\nRepeat: ${repeat}`).toBeNull();
    }
  });
});

const findRedOf = (mutation: Mutation = {}): Promise<string | null> =>
  findRed(MOST_SEEDS, (seed) => play(seed, mutation));

describe('a guard of loops that is taken out is missed', () => {
  test.each(Object.entries(LOOP_MUTATIONS))('%s', async (_, mutation) => {
    expect(await findRedOf(mutation)).not.toBeNull();
  });
});

type Settling = typeof import('../../src/app/loop/end-iteration.ts');
type LoopMoves = typeof import('../../src/domain/loop/loop-move.ts');
type Leases = typeof import('../../src/domain/queue/keep-lease.ts');
type GateKeepers = typeof import('../../src/supervisor/gate/gate-runner.ts');
type Unsettled = typeof import('../../src/supervisor/queue/unsettled-work.ts');

describe('a decision about loops that is left out is missed', () => {
  test('to leave work alone that a session does not hold any more', async () => {
    vi.doMock('../../src/app/loop/end-iteration.ts', async (original) => {
      const real = await original<Settling>();
      const draftIterationEnd: Settling['draftIterationEnd'] = (loop, ended, settling) => {
        const holder = `session:${ended.iteration.sessionId}`;
        const work = ended.work && { ...ended.work, holder };
        return real.draftIterationEnd(loop, { ...ended, work }, settling);
      };
      return { ...real, draftIterationEnd };
    });
    expect(await findRedOf()).not.toBeNull();
  });

  test('to keep work until its loop has settled it', async () => {
    vi.doMock('../../src/supervisor/queue/unsettled-work.ts', () => {
      const isUnsettled: Unsettled['isUnsettled'] = async () => false;
      return { isUnsettled };
    });
    expect(await findRedOf()).not.toBeNull();
  });

  test('to drop what a gate has said when its session goes on', async () => {
    vi.doMock('../../src/supervisor/gate/gate-runner.ts', async (original) => {
      const real = await original<GateKeepers>();
      const createGateRunner: GateKeepers['createGateRunner'] = (gates, wake) => {
        const keeper = real.createGateRunner(gates, wake);
        return {
          ...keeper,
          observe: (order) => keeper.observe({ ...order, rest: '' }),
          ensureBegun: (order) => keeper.ensureBegun({ ...order, rest: '' }),
          ensureOnly: () => {},
        };
      };
      return { ...real, createGateRunner };
    });
    expect(await findRedOf()).not.toBeNull();
  });

  test('to renew the lease of a session that goes on', async () => {
    vi.doMock('../../src/domain/queue/keep-lease.ts', async (original) => {
      const renewAt: Leases['renewAt'] = () => Number.POSITIVE_INFINITY;
      return { ...(await original<Leases>()), renewAt };
    });
    expect(await findRedOf()).toContain('nothing had gone wrong');
  });

  test('to ask after too many failures', async () => {
    vi.doMock('../../src/domain/loop/loop-move.ts', async (original) => {
      const real = await original<LoopMoves>();
      const decideLoopMove: LoopMoves['decideLoopMove'] = (loop, facts) =>
        real.decideLoopMove(loop, { ...facts, maxFailures: Number.POSITIVE_INFINITY });
      return { ...real, decideLoopMove };
    });
    expect(await findRedOf()).toContain('without a question');
  });

  test('to take up what has its answer', async () => {
    vi.doMock('../../src/domain/loop/loop-move.ts', async (original) => {
      const real = await original<LoopMoves>();
      const decideLoopMove: LoopMoves['decideLoopMove'] = (loop, facts) =>
        real.decideLoopMove(loop, { ...facts, answered: null });
      return { ...real, decideLoopMove };
    });
    expect(await findRedOf()).not.toBeNull();
  });

  test('to mind what is at work', async () => {
    vi.doMock('../../src/domain/loop/loop-move.ts', async (original) => {
      const real = await original<LoopMoves>();
      const decideLoopMove: LoopMoves['decideLoopMove'] = (loop, facts) =>
        real.decideLoopMove({ ...loop, atWork: [] }, facts);
      return { ...real, decideLoopMove };
    });
    expect(await findRedOf()).toMatch(/one too many|leaves something at work/);
  });
});
