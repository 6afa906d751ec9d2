import { expect, test, vi } from 'vitest';
import type { GateEnd } from '../../runtime/gate/gates.ts';
import { createGateRunner, type GateOrder, type GateRunner, MOST_GATES } from './gate-runner.ts';

const orderOf = (name: string, changes: Partial<GateOrder> = {}): GateOrder => ({
  owner: 'loop:l-1',
  rest: '1 5 0',
  command: 'make',
  workDir: null,
  name,
  ...changes,
});

type Run = Readonly<{
  name: string;
  end: (end: GateEnd) => void;
  fail: (error: Error) => void;
  signal: AbortSignal;
}>;

/** Gates that end when the test says so, or are told to. */
function bench(): { keeper: GateRunner; runs: Run[]; woken: string[] } {
  const runs: Run[] = [];
  const woken: string[] = [];
  const run = ({ name }: { name: string }, signal: AbortSignal): Promise<GateEnd> =>
    new Promise((end, fail) => {
      signal.addEventListener('abort', () => end({ isGreen: false, output: 'killed', isMissing: false }));
      runs.push({ name, end, fail, signal });
    });
  return { keeper: createGateRunner({ run }, (key) => woken.push(key)), runs, woken };
}

test('a gate runs once, and its end is told until its session has moved on', async () => {
  const { keeper, runs, woken } = bench();
  const order = orderOf('s-1');
  expect(keeper.observe(order)).toBe('absent');
  keeper.ensureBegun(order);
  keeper.ensureBegun(order);
  expect([runs.length, keeper.observe(order)]).toEqual([1, 'running']);
  runs[0]?.end({ isGreen: true });
  await vi.waitFor(() => expect(woken).toEqual(['loop:l-1']), { timeout: 20_000 });
  keeper.ensureOnly('loop:l-1', [order]);
  expect(keeper.observe(order)).toBe('over');
  expect(await keeper.endOf(order)).toEqual({ isGreen: true });
  keeper.ensureOnly('loop:l-1', [orderOf('s-1', { rest: '1 9 0' })]);
  expect(keeper.observe(order)).toBe('absent');
});

test('a gate that runs for a rest that is over is ended, and only then run again', async () => {
  const { keeper, runs, woken } = bench();
  keeper.ensureBegun(orderOf('s-1'));
  const next = orderOf('s-1', { rest: '1 9 0' });
  keeper.ensureOnly('loop:l-1', [next]);
  expect([runs[0]?.signal.aborted, keeper.observe(next)]).toEqual([true, 'running']);
  keeper.ensureBegun(next);
  expect(runs).toHaveLength(1);
  await vi.waitFor(() => expect(woken).toEqual(['loop:l-1']), { timeout: 20_000 });
  keeper.ensureBegun(next);
  expect([runs.length, keeper.observe(next)]).toEqual([2, 'running']);
});

test('what runs for other loops is left alone', () => {
  const { keeper, runs } = bench();
  keeper.ensureBegun(orderOf('s-1', { owner: 'run:r-2' }));
  keeper.ensureOnly('loop:l-1', []);
  expect(runs[0]?.signal.aborted).toBe(false);
});

test('a fault of a gate is told once, and then it is run again', async () => {
  const { keeper, runs, woken } = bench();
  const order = orderOf('s-1');
  keeper.ensureBegun(order);
  runs[0]?.fail(new Error('disk full'));
  await vi.waitFor(() => expect(woken).toHaveLength(1), { timeout: 20_000 });
  expect(keeper.observe(order)).toBe('over');
  await expect(keeper.endOf(order)).rejects.toThrow('disk full');
  expect(keeper.observe(order)).toBe('absent');
});

test('no more gates run side by side than may, and those who found none hear of a free slot', async () => {
  const { keeper, runs, woken } = bench();
  for (let at = 0; at < MOST_GATES; at++) keeper.ensureBegun(orderOf(`s-${at}`));
  const late = orderOf('late', { owner: 'run:r-2' });
  keeper.ensureBegun(late);
  expect([runs.length, keeper.observe(late)]).toEqual([MOST_GATES, 'no-slot']);
  runs[0]?.end({ isGreen: true });
  await vi.waitFor(() => expect(woken).toEqual(['loop:l-1', 'run:r-2']), { timeout: 20_000 });
  expect(keeper.observe(late)).toBe('absent');
});

test('a stop ends what runs, tells of none of it, and nothing is begun any more', async () => {
  const { keeper, runs, woken } = bench();
  keeper.ensureBegun(orderOf('s-1'));
  await keeper.stop();
  expect(runs[0]?.signal.aborted).toBe(true);
  keeper.ensureBegun(orderOf('s-1'));
  keeper.ensureBegun(orderOf('s-2'));
  expect([runs.length, woken, keeper.observe(orderOf('s-1'))]).toEqual([1, [], 'no-slot']);
});
