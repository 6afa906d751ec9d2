import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NextRound } from './deps.ts';
import { type SchedulerDeps, startScheduler } from './scheduler.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const REST: NextRound = { restUntil: null };
const flush = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

function begin(round: SchedulerDeps['round'], onFault: SchedulerDeps['onFault'] = async () => {}) {
  const rounds: string[] = [];
  const loop = startScheduler({
    round: (id) => {
      rounds.push(id);
      return round(id);
    },
    onFault,
    now: () => Date.now(),
  });
  return { loop, rounds };
}

/** A round that lasts until it is told to end. */
function slowRounds() {
  const ends: (() => void)[] = [];
  const round = (): Promise<NextRound> => new Promise((resolve) => ends.push(() => resolve(REST)));
  return { ends, round };
}

test('a key is looked at again as long as its rounds say so', async () => {
  const looks: NextRound[] = ['again', 'again', REST];
  const { loop, rounds } = begin(async () => looks.shift() ?? REST);
  loop.wake('a');
  await vi.advanceTimersByTimeAsync(looks.length);
  expect(rounds).toEqual(['a', 'a', 'a']);
  expect(loop.isQuiet()).toBe(true);
});

test('a wake-up during a round is kept and leads to one more round, however often it came', async () => {
  const { ends, round } = slowRounds();
  const { loop, rounds } = begin(round);
  loop.wake('a');
  loop.wake('a');
  loop.wake('a');
  expect(rounds).toEqual(['a']);
  ends.shift()?.();
  await flush();
  expect(rounds).toEqual(['a', 'a']);
  ends.shift()?.();
  await flush();
  expect(rounds).toEqual(['a', 'a']);
});

test('one key never has two rounds at the same time, and at most eight keys have one', async () => {
  const { ends, round } = slowRounds();
  const { loop, rounds } = begin(round);
  for (let key = 0; key < 12; key++) loop.wake(`k${key}`);
  await flush();
  expect(rounds).toHaveLength(8);
  ends.shift()?.();
  await flush();
  expect(rounds).toHaveLength(9);
  expect(new Set(rounds).size).toBe(9);
});

test('a key that never settles lets others have their turn', async () => {
  let hasEnded = false;
  const { loop, rounds } = begin(async (id) => (id === 'busy' && !hasEnded ? 'again' : REST));
  loop.wake('busy');
  for (let key = 0; key < 8; key++) loop.wake(`k${key}`);
  while (!rounds.includes('k7')) await Promise.resolve();
  hasEnded = true;
  await flush();
  expect(loop.isQuiet()).toBe(true);
});

test('a key that rests until a time is looked at again then', async () => {
  const { loop, rounds } = begin(async () => ({ restUntil: rounds.length === 1 ? 5_000 : null }));
  loop.wake('a');
  await vi.advanceTimersByTimeAsync(4_999);
  expect(rounds).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toHaveLength(2);
});

test('a far time costs no round before it comes, and a clock that jumps is noticed in a minute', async () => {
  const { loop, rounds } = begin(async () => ({ restUntil: rounds.length === 1 ? 24 * 3_600_000 : null }));
  loop.wake('a');
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(rounds).toHaveLength(1);
  vi.setSystemTime(24 * 3_600_000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toHaveLength(2);
});

test('a wake-up before the time takes the place of the timer', async () => {
  const { loop, rounds } = begin(async () => ({ restUntil: rounds.length === 1 ? 5_000 : null }));
  loop.wake('a');
  await flush();
  loop.wake('a');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toHaveLength(2);
});

test('a round that fails is tried again later, each time later, and told how often it failed', async () => {
  const told: number[] = [];
  const { loop, rounds } = begin(
    async () => {
      if (rounds.length <= 3) throw new Error('no tmux');
      return REST;
    },
    async (_id, _error, failures) => void told.push(failures),
  );
  loop.wake('a');
  await vi.advanceTimersByTimeAsync(499);
  expect(rounds).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(rounds).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(rounds).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(rounds).toHaveLength(4);
  expect(told).toEqual([1, 2, 3]);
});

test('a fault that cannot even be noted ends neither the loop nor the key', async () => {
  const { loop, rounds } = begin(
    async () => {
      if (rounds.length === 1) throw new Error('disk full');
      return REST;
    },
    () => Promise.reject(new Error('disk full')),
  );
  loop.wake('a');
  await vi.advanceTimersByTimeAsync(500);
  expect(rounds).toEqual(['a', 'a']);
  loop.wake('a');
  await flush();
  expect(rounds).toEqual(['a', 'a', 'a']);
});

test('stopping waits for rounds under way, and nothing begins afterwards', async () => {
  const { ends, round } = slowRounds();
  const { loop, rounds } = begin(round);
  loop.wake('a');
  let isStopped = false;
  const stopping = loop.stop().then(() => {
    isStopped = true;
  });
  await flush();
  expect(isStopped).toBe(false);
  loop.wake('b');
  ends.shift()?.();
  await stopping;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(rounds).toEqual(['a']);
});

test('an urgent key is served before those that wait', async () => {
  const { ends, round } = slowRounds();
  const rounds: string[] = [];
  const loop = startScheduler({
    round: (id) => {
      rounds.push(id);
      return round();
    },
    onFault: async () => {},
    now: () => Date.now(),
    isUrgent: (id) => id === 'run',
  });
  for (let key = 0; key < 10; key++) loop.wake(`k${key}`);
  loop.wake('run');
  ends.shift()?.();
  await flush();
  expect(rounds.slice(7)).toEqual(['k7', 'run']);
});

test('between two moves everything else has its turn, though rounds wait for nothing', async () => {
  vi.useRealTimers();
  let isHeard = false;
  let moves = 0;
  setImmediate(() => {
    isHeard = true;
  });
  const { loop } = begin(async () => {
    moves += 1;
    return isHeard ? REST : 'again';
  });
  loop.wake('a');
  await vi.waitFor(() => expect(isHeard).toBe(true), { timeout: 10_000 });
  expect(moves).toBeLessThan(5);
  await loop.stop();
});
