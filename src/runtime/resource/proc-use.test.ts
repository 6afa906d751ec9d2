import { expect, test } from 'vitest';
import { NO_USE } from '../../domain/resource/use.ts';
import { observeProcessLimits, observeUseOf, parseCpuList } from './proc-use.ts';

test('a list of CPUs has ranges and single numbers', () => {
  expect(parseCpuList('0-2,5')).toEqual([0, 1, 2, 5]);
  expect(parseCpuList('')).toEqual([]);
});

test.skipIf(process.platform !== 'linux')('our own process uses memory and time, and has limits', () => {
  const use = observeUseOf([process.pid], null);
  expect(use.nowKb).toBeGreaterThan(10_000);
  expect(use.peakKb).toBeGreaterThanOrEqual(use.nowKb ?? 0);
  expect(use.cpuMs).toBeGreaterThan(0);
  expect(observeProcessLimits(process.pid).cpus).toBeGreaterThan(0);
});

test.skipIf(process.platform !== 'linux')('memory that processes share is counted once above a limit', () => {
  const twice = [process.pid, process.pid];
  expect(observeUseOf(twice, 1).nowKb).toBeLessThan((observeUseOf(twice, null).nowKb ?? 0) * 1.01);
});

test('processes that are gone tell nothing, not 0', () => {
  expect(observeUseOf([], null)).toEqual(NO_USE);
  expect(observeUseOf([2 ** 30], 5)).toEqual(NO_USE);
});
