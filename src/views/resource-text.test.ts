import { expect, test } from 'vitest';
import { CONTROLLERS, type MachineMeans } from '../domain/resource/limiter.ts';
import { NO_RESOURCE_LIMITS } from '../domain/resource/resource-limits.ts';
import { holdableWords, impossibleText, limitsInWords } from './resource-text.ts';

const BARE: MachineMeans = {
  cgroup: null,
  systemd: null,
  canPin: true,
  canWatch: true,
  cpus: [0, 1],
  memoryMb: 24_105,
  openFiles: 20_000,
};

test('what a machine can hold is told with the most of it and by what', () => {
  expect(holdableWords(BARE)).toEqual([
    'memory up to 23.5 GB (watched)',
    'whole CPUs up to 2 (CPU affinity)',
    'open files up to 20000 (rlimit)',
  ]);
  expect(holdableWords({ ...BARE, cgroup: { parent: '/g', controllers: CONTROLLERS } })).toEqual([
    'memory up to 23.5 GB (cgroup)',
    'CPUs up to 2 (cgroup)',
    'processes (cgroup)',
    'open files up to 20000 (rlimit)',
  ]);
});

test('a machine without /proc and cgroups, such as macOS, holds open files alone', () => {
  const mac = { ...BARE, canPin: false, canWatch: false, cpus: [], openFiles: null };
  expect(holdableWords(mac)).toEqual(['open files (rlimit)']);
});

test('a refusal says what is missing, what there is, and where to change it', () => {
  expect(impossibleText('cpus', 1.5, BARE)).toEqual([
    expect.stringMatching(/^No session can be held to 1.5 CPUs here: this machine has nothing to hold that/),
    'It can hold memory up to 23.5 GB (watched), whole CPUs up to 2 (CPU affinity), open files up to 20000 ' +
      '(rlimit). Change --cpus, persona or limits.cpus',
  ]);
  expect(impossibleText('memoryMb', 32_768, BARE)[0]).toContain(
    '32 GB of memory here: this machine has less than that',
  );
});

test('a limit that only a supervisor watches is said not to hold while none runs', () => {
  const limits = { ...NO_RESOURCE_LIMITS, memoryMb: 300, openFiles: 64 };
  const limiter = { memoryMb: 'watch', cpus: null, processes: null, openFiles: 'rlimit' } as const;
  expect(limitsInWords({ limits, limiter })).toEqual([
    '300 MB of memory (watched)',
    '64 open files (rlimit)',
  ]);
  expect(limitsInWords({ limits, limiter, isUnwatched: true })).toEqual([
    '300 MB of memory (does not hold now: no supervisor runs, which watches it)',
    '64 open files (rlimit)',
  ]);
});
