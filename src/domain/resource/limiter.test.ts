import { expect, test } from 'vitest';
import { CONTROLLERS, decideLimiter, type MachineMeans, pickCpus } from './limiter.ts';
import { NO_RESOURCE_LIMITS, settleLimits } from './resource-limits.ts';

const BARE: MachineMeans = {
  cgroup: null,
  systemd: null,
  canPin: false,
  canWatch: false,
  cpus: [0, 1, 2, 3],
  memoryMb: 8000,
  openFiles: 4096,
};
const CGROUP: MachineMeans = { ...BARE, cgroup: { parent: '/g', controllers: CONTROLLERS } };
const SYSTEMD: MachineMeans = { ...BARE, systemd: { manager: 'user', controllers: CONTROLLERS } };
const PLAIN: MachineMeans = { ...BARE, canPin: true, canWatch: true };
const ALL = { memoryMb: 2000, cpus: 2, processes: 200, openFiles: 1024 };
const only = (limits: Partial<typeof ALL>) => ({ ...NO_RESOURCE_LIMITS, ...limits });

const held = (wanted: typeof ALL | ReturnType<typeof only>, machine: MachineMeans): unknown => {
  const decided = decideLimiter(wanted, machine);
  return decided.ok ? decided.value : decided.refusal;
};

test('a cgroup holds all of memory, CPUs and processes; open files are the limit of a process', () => {
  expect(held(ALL, CGROUP)).toEqual({
    memoryMb: 'cgroup',
    cpus: 'cgroup',
    processes: 'cgroup',
    openFiles: 'rlimit',
  });
});

test('without a cgroup of our own a scope of systemd holds the same', () => {
  expect(held(ALL, SYSTEMD)).toMatchObject({ memoryMb: 'systemd', cpus: 'systemd', processes: 'systemd' });
});

test('a session is in one group: where ours lacks a controller, systemd holds them all', () => {
  const both = { ...SYSTEMD, cgroup: { parent: '/g', controllers: ['memory' as const] } };
  expect(held(ALL, both)).toMatchObject({ memoryMb: 'systemd', cpus: 'systemd' });
  expect(held(only({ memoryMb: 100 }), both)).toMatchObject({ memoryMb: 'cgroup' });
});

test('what is not handed on to a scope is held in another way, or refused', () => {
  const some = { ...PLAIN, systemd: { manager: 'user' as const, controllers: ['memory', 'pids'] as const } };
  expect(held(ALL, some)).toMatchObject({ memoryMb: 'systemd', cpus: 'affinity', processes: 'systemd' });
  expect(held(only({ cpus: 0.5 }), some)).toMatchObject({ code: 'limit-impossible', resource: 'cpus' });
});

test('without either, memory is watched and whole CPUs are held by affinity', () => {
  expect(held(only({ memoryMb: 2000, cpus: 2, openFiles: 64 }), PLAIN)).toEqual({
    memoryMb: 'watch',
    cpus: 'affinity',
    processes: null,
    openFiles: 'rlimit',
  });
});

test('a cgroup that lacks the controller of memory leaves it to the watch', () => {
  const some = { ...PLAIN, cgroup: { parent: '/g', controllers: ['pids' as const] } };
  expect(held(only({ memoryMb: 100, processes: 5 }), some)).toMatchObject({
    memoryMb: 'watch',
    processes: 'cgroup',
  });
});

test('what nothing here can hold is refused by name: half a CPU, a number of processes', () => {
  expect(held(only({ cpus: 1.5 }), PLAIN)).toMatchObject({ code: 'limit-impossible', resource: 'cpus' });
  expect(held(only({ processes: 9 }), PLAIN)).toMatchObject({ resource: 'processes', amount: 9 });
  expect(held(only({ memoryMb: 9 }), BARE)).toMatchObject({ resource: 'memoryMb' });
});

test('more than the machine has is no limit, and is refused', () => {
  expect(held(only({ memoryMb: 8001 }), CGROUP)).toMatchObject({ resource: 'memoryMb' });
  expect(held(only({ cpus: 4.5 }), CGROUP)).toMatchObject({ resource: 'cpus' });
  expect(held(only({ openFiles: 5000 }), CGROUP)).toMatchObject({ resource: 'openFiles' });
  expect(held(only({ memoryMb: 8000, cpus: 4, openFiles: 4096 }), CGROUP)).toMatchObject({ cpus: 'cgroup' });
});

test('the command line goes before the persona, the persona before the project', () => {
  expect(settleLimits({ cpus: 1 }, { cpus: 2, memoryMb: 5 }, { memoryMb: 9, processes: 3 })).toEqual({
    cpus: 1,
    memoryMb: 5,
    processes: 3,
    openFiles: null,
  });
  expect(settleLimits({}, NO_RESOURCE_LIMITS)).toBe(null);
});

test('sessions with the same limit are not all kept to the same CPU', () => {
  expect(pickCpus([0, 1, 2, 3], 2, 3)).toEqual([0, 3]);
  expect(pickCpus([4, 6], 1, 1)).toEqual([6]);
  expect(pickCpus([4, 6], 2, 7)).toEqual([4, 6]);
});
