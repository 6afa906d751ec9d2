import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Mutation } from './crew.ts';
import { findRed } from './find-red.ts';
import { MUTATIONS } from './mutations.ts';

const SEEDS = 100;
const ROUNDS = 1_500;
const DEAF_SEEDS = 8;

afterEach(() => {
  vi.doUnmock('../../src/supervisor/session/attempt-over.ts');
  vi.doUnmock('../../src/supervisor/session/waiting-for-slot.ts');
  vi.doUnmock('../../src/domain/session/close-move.ts');
  vi.doUnmock('../../src/domain/session/timers.ts');
  vi.doUnmock('../../src/domain/question/kind/start.ts');
  vi.doUnmock('../../src/domain/budget/charge.ts');
  vi.doUnmock('../../src/domain/turn/turn.ts');
  vi.doUnmock('../../src/app/session/check-contract.ts');
  vi.doUnmock('../../src/agents/claude/screen-prompt.ts');
  vi.resetModules();
});

async function findRedOf(mutation: Mutation = {}): Promise<string | null> {
  const { simulate } = await import('./simulation.ts');
  return findRed(SEEDS, (seed) => simulate({ seed, rounds: ROUNDS, mutation }));
}

describe('a guard that is taken out is missed', () => {
  test.each(Object.entries(MUTATIONS))('%s', async (_, mutation) => {
    expect(await findRedOf(mutation)).not.toBeNull();
  });
});

describe('without a word from any watch', () => {
  // Without files in it, a observation still tells of launchers and panes.
  const processesOnly: Mutation = {
    attempts: (attempts, world) => ({
      ...attempts,
      observeAll: async (refs) =>
        new Map(
          refs.map((ref) => [ref.sessionId, world.processStamp(world.folder(ref.sessionId, ref.attempt))]),
        ),
    }),
  };

  test('sweeps find all that agents wrote', async () => {
    const { simulate } = await import('./simulation.ts');
    for (let seed = 0; seed < DEAF_SEEDS; seed++) {
      const { violation } = await simulate({ seed, rounds: ROUNDS, mutation: { isDeaf: true } });
      expect(violation, `seed ${seed}`).toBeNull();
    }
  });

  test('size and time of files in what a sweep sees are missed', async () => {
    expect(await findRedOf({ ...processesOnly, isDeaf: true })).not.toBeNull();
  });
});

type AttemptOver = typeof import('../../src/supervisor/session/attempt-over.ts');
type Waiting = typeof import('../../src/supervisor/session/waiting-for-slot.ts');
type CloseMove = typeof import('../../src/domain/session/close-move.ts');
type Charges = typeof import('../../src/domain/budget/charge.ts');
type Clocks = typeof import('../../src/domain/session/timers.ts');
type ScreenPrompt = typeof import('../../src/agents/claude/screen-prompt.ts');
type Turns = typeof import('../../src/domain/turn/turn.ts');
type StartQuestion = typeof import('../../src/domain/question/kind/start.ts');

describe('a decision that is left out is missed', () => {
  test('to look once more after the last process has ended', async () => {
    vi.doMock('../../src/supervisor/session/attempt-over.ts', async (original) => {
      const ensureGoneAndHeard: AttemptOver['ensureGoneAndHeard'] = async (
        { attempts },
        { session, ref },
      ) => {
        if (session.attempt > 0) await attempts.ensureGone(ref);
        return true;
      };
      return { ...(await original<AttemptOver>()), ensureGoneAndHeard };
    });
    expect(await findRedOf()).toMatch(/was read|never taken in|counted/);
  });

  test('to push harder when an agent does not leave', async () => {
    vi.doMock('../../src/domain/session/close-move.ts', async (original) => {
      const decideClose: CloseMove['decideClose'] = () => 'end-input';
      return { ...(await original<CloseMove>()), decideClose };
    });
    expect(await findRedOf()).toContain('no end in bounded time');
  });

  test.each(['due', 'give-up-attempt'] as const)('to heed the clock that says %s', async (unheard) => {
    vi.doMock('../../src/domain/session/timers.ts', async (original) => {
      const real = await original<Clocks>();
      const decideTimers: Clocks['decideTimers'] = (timed) => {
        const move = real.decideTimers({ ...timed, session: { ...timed.session, lifetimeMs: 1e12 } });
        return move.is === unheard ? { is: 'rest', nextAt: null } : move;
      };
      return { ...real, decideTimers };
    });
    expect(await findRedOf()).toContain('no end in bounded time');
  });

  test('to remember what a person would start with anyway', async () => {
    vi.doMock('../../src/domain/question/kind/start.ts', async (original) => {
      const decideObstacles: StartQuestion['decideObstacles'] = (found) => found;
      return { ...(await original<StartQuestion>()), decideObstacles };
    });
    expect(await findRedOf()).toContain('which was to be started with anyway');
  });

  test('to charge a turn that was lost', async () => {
    vi.doMock('../../src/domain/budget/charge.ts', async (original) => {
      const real = await original<Charges>();
      const spent = { microUsd: 0, tokens: 0 };
      const chargeLoss: Charges['chargeLoss'] = (attempt) => ({ ...real.chargeLoss(attempt), spent });
      return { ...real, chargeLoss };
    });
    expect(await findRedOf()).toContain('set aside');
  });

  test('to go on with a turn that was broken off before what is queued', async () => {
    vi.doMock('../../src/domain/turn/turn.ts', async (original) => {
      const real = await original<Turns>();
      const needsContinue: Turns['needsContinue'] = (turns) => real.queuedTurns(turns).length === 0;
      return { ...real, needsContinue };
    });
    expect(await findRedOf()).toContain('took its place');
  });

  test('to look at the result before a session completes', async () => {
    vi.doMock('../../src/app/session/check-contract.ts', () => ({ listContractErrors: async () => [] }));
    expect(await findRedOf()).toContain('does not fit');
  });

  test('to look for the marker of its turn in a prompt on the screen', async () => {
    vi.doMock('../../src/agents/claude/screen-prompt.ts', async (original) => {
      const isPromptOf: ScreenPrompt['isPromptOf'] = () => true;
      return { ...(await original<ScreenPrompt>()), isPromptOf };
    });
    expect(await findRedOf()).toMatch(/was read 0 times/);
  });

  test('to wake those who wait for a slot', async () => {
    vi.doMock('../../src/supervisor/session/waiting-for-slot.ts', () => {
      const listWaiting: Waiting['listWaiting'] = () => [];
      const hasNoTask: Waiting['hasNoTask'] = () => false;
      return { listWaiting, hasNoTask };
    });
    expect(await findRedOf()).toContain('is created');
  });
});
