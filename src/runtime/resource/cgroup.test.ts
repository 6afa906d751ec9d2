import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NO_RESOURCE_LIMITS } from '../../domain/resource/resource-limits.ts';
import { NO_USE } from '../../domain/resource/use.ts';
import {
  ensureCgroup,
  findGroupOf,
  foldersAbove,
  mountOf,
  readCgroupLimits,
  readCgroupUse,
} from './cgroup.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swarm-cgroup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const write = (file: string, text: string): void => writeFileSync(join(folder, file), text);

test('version 2 is found where it is mounted, also beside version 1', () => {
  const hybrid = [
    '30 24 0:26 / /sys/fs/cgroup ro shared:4 - tmpfs tmpfs ro,mode=755',
    '31 30 0:27 / /sys/fs/cgroup/unified rw,nosuid shared:5 - cgroup2 cgroup2 rw',
    '32 30 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
  ].join('\n');
  expect(mountOf(hybrid)).toBe('/sys/fs/cgroup/unified');
  expect(mountOf('32 30 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory')).toBe(null);
});

test('the group that we are in is tried first, then those above it, none beside them', () => {
  expect(foldersAbove('/sys/fs/cgroup', '/box/inner')).toEqual([
    '/sys/fs/cgroup/box/inner',
    '/sys/fs/cgroup/box',
    '/sys/fs/cgroup',
  ]);
  expect(foldersAbove('/sys/fs/cgroup', '/')).toEqual(['/sys/fs/cgroup']);
});

test('slices of systemd and what is above them are systemd’s, also where we may write', () => {
  const own = '/user.slice/user-1000.slice/user@1000.service/app.slice/swarm.service/inner';
  const above = '/sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/app.slice/swarm.service';
  expect(foldersAbove('/sys/fs/cgroup', own)).toEqual([`${above}/inner`, above]);
});

test('the group of a process is taken only by the name that it was given', () => {
  expect(findGroupOf(process.pid, 'swarm-x-1.scope')).toBe(null);
});

test('what is written as a limit is what is read back as one', () => {
  const limits = { ...NO_RESOURCE_LIMITS, memoryMb: 512, cpus: 1.5, processes: 40 };
  write('memory.oom.group', '0');
  ensureCgroup(folder, limits);
  expect(readFileSync(join(folder, 'memory.max'), 'utf8')).toBe('536870912');
  expect(readFileSync(join(folder, 'cpu.max'), 'utf8')).toBe('150000 100000');
  expect(readFileSync(join(folder, 'memory.oom.group'), 'utf8')).toBe('1');
  expect(readCgroupLimits(folder)).toEqual({ memoryMb: 512, cpus: 1.5, processes: 40 });
});

test('a group without a limit says so, whatever the kernel calls that', () => {
  write('memory.max', 'max\n');
  write('cpu.max', 'max 100000\n');
  expect(readCgroupLimits(folder)).toEqual({ memoryMb: null, cpus: null, processes: null });
});

test('time, peak and the end by the kernel are read from its counts', () => {
  write('cpu.stat', 'usage_usec 2500400\nuser_usec 2000000\nsystem_usec 500400\n');
  write('memory.peak', '10485760\n');
  write('memory.current', '1048576\n');
  write('memory.events', 'low 0\nhigh 0\nmax 12\noom 1\noom_kill 1\noom_group_kill 1\n');
  expect(readCgroupUse(folder)).toEqual({ cpuMs: 2500, peakKb: 10_240, nowKb: 1024, isOutOfMemory: true });
  write('memory.events', 'low 0\nhigh 0\nmax 12\noom 0\noom_kill 0\n');
  expect(readCgroupUse(folder).isOutOfMemory).toBe(false);
});

test('a group that is gone tells nothing, not 0', () => {
  expect(readCgroupUse(join(folder, 'gone'))).toEqual(NO_USE);
});
