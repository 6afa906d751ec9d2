import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CONTROLLERS, type Controller, type MachineMeans } from '../../domain/resource/limiter.ts';
import type { ResourceLimits } from '../../domain/resource/resource-limits.ts';
import { NO_USE, type ResourceUse } from '../../domain/resource/use.ts';
import { exec } from '../process/exec.ts';

type Cgroup = NonNullable<MachineMeans['cgroup']>;

const MOUNTS = '/proc/self/mountinfo';
const OWN = '/proc/self/cgroup';
const CPU_PERIOD_US = 100_000;
const BYTES_PER_MB = 1_048_576;
// A group that holds no controller lets a process in all the same; only the trial shows who may.
const JOIN = 'echo 0 > "$1/cgroup.procs"';

/**
 * The nearest cgroup v2 above us in which we may make others and put processes. What it does not hand on
 * already is not switched on: that is for those who set up the machine.
 */
export async function findCgroup(): Promise<Cgroup | null> {
  const mount = mountOf(textOf(MOUNTS));
  const own = /^0::(\/.*)$/m.exec(textOf(OWN))?.[1];
  if (mount === null || own === undefined) return null;
  let usable: Cgroup | null = null;
  for (const parent of foldersAbove(mount, own)) {
    if (!(await canHold(parent))) continue;
    const controllers = handedOn(parent);
    usable ??= { parent, controllers };
    if (controllers.length === CONTROLLERS.length) return { parent, controllers };
  }
  return usable;
}

/** Where cgroup v2 is mounted, also beside version 1. */
export function mountOf(mountinfo: string): string | null {
  const line = mountinfo.split('\n').find((one) => / - cgroup2 /.test(one));
  return line?.split(' ')[4] ?? null;
}

/** The group of that name which a process is in, as the kernel tells; null where it is in none such. */
export function findGroupOf(pid: number, name: string): string | null {
  const mount = mountOf(textOf(MOUNTS));
  const own = /^0::(\/.*)$/m.exec(textOf(`/proc/${pid}/cgroup`))?.[1];
  return mount !== null && own !== undefined && basename(own) === name ? join(mount, own) : null;
}

/**
 * The cgroup itself, and those above it up to the mount, or below the nearest slice. A slice and all above it
 * are systemd's own: it takes controllers from them as its units come and go, and limits with them.
 */
export function foldersAbove(mount: string, own: string): readonly string[] {
  const names = own.split('/').filter((name) => name !== '');
  const systemds = names.findLastIndex((name) => name.endsWith('.slice')) + 1;
  const folders = names.map((_, index) => join(mount, ...names.slice(0, index + 1))).slice(systemds);
  return [...(systemds === 0 ? [mount] : []), ...folders].toReversed();
}

const handedOn = (parent: string): readonly Controller[] => {
  const words = textOf(join(parent, 'cgroup.subtree_control')).trim().split(/\s+/);
  return CONTROLLERS.filter((controller) => words.includes(controller));
};

async function canHold(parent: string): Promise<boolean> {
  const trial = join(parent, `swarm-trial-${process.pid}`);
  try {
    mkdirSync(trial);
  } catch {
    return false;
  }
  try {
    const env = { PATH: '/bin:/usr/bin' };
    return (await exec({ program: '/bin/sh', args: ['-c', JOIN, 'sh', trial], env })).code === 0;
  } finally {
    ensureCgroupGone(trial);
  }
}

/** Makes the group of an attempt, with its limits; whatever was there of it before is used. */
export function ensureCgroup(folder: string, limits: ResourceLimits): void {
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of settingsOf(limits)) writeFileSync(join(folder, file), text);
  // One that is not there changes nothing: without swap, or with an older kernel.
  for (const [file, text] of extrasOf(limits)) tryWrite(join(folder, file), text);
}

export const settingsOf = ({ memoryMb, cpus, processes }: ResourceLimits): readonly [string, string][] => [
  ...(memoryMb === null ? [] : [['memory.max', String(memoryMb * BYTES_PER_MB)] as [string, string]]),
  ...(cpus === null
    ? []
    : [['cpu.max', `${Math.round(cpus * CPU_PERIOD_US)} ${CPU_PERIOD_US}`] as [string, string]]),
  ...(processes === null ? [] : [['pids.max', String(processes)] as [string, string]]),
];

// All of a session ends at its limit, not one of its processes that the kernel picks.
const extrasOf = ({ memoryMb }: ResourceLimits): readonly [string, string][] =>
  memoryMb === null
    ? []
    : [
        ['memory.swap.max', '0'],
        ['memory.oom.group', '1'],
      ];

function tryWrite(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'r+' });
  } catch {
    // Not every kernel has it.
  }
}

/** False while a process is in it, or one of ours was never there. */
export function ensureCgroupGone(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** What the kernel has counted of all that was ever in it. */
export function readCgroupUse(folder: string): ResourceUse {
  const usec = numberIn(textOf(join(folder, 'cpu.stat')), 'usage_usec');
  const peak =
    bytesOf(textOf(join(folder, 'memory.peak'))) ?? bytesOf(textOf(join(folder, 'memory.current')));
  return {
    ...NO_USE,
    cpuMs: usec === null ? null : Math.round(usec / 1000),
    peakKb: peak,
    nowKb: bytesOf(textOf(join(folder, 'memory.current'))),
    isOutOfMemory: (numberIn(textOf(join(folder, 'memory.events')), 'oom_kill') ?? 0) > 0,
  };
}

/** The limits that hold in it now, as the kernel tells. */
export function readCgroupLimits(folder: string): Pick<ResourceLimits, 'memoryMb' | 'cpus' | 'processes'> {
  const memory = numberOf(textOf(join(folder, 'memory.max')));
  const [quota = '', period = ''] = textOf(join(folder, 'cpu.max')).trim().split(' ');
  const share = numberOf(quota);
  return {
    memoryMb: memory === null ? null : memory / BYTES_PER_MB,
    cpus: share === null ? null : share / (numberOf(period) ?? CPU_PERIOD_US),
    processes: numberOf(textOf(join(folder, 'pids.max'))),
  };
}

const numberOf = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null);
const bytesOf = (text: string): number | null => {
  const bytes = numberOf(text);
  return bytes === null ? null : Math.ceil(bytes / 1024);
};

const numberIn = (text: string, name: string): number | null => {
  const found = new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1];
  return found === undefined ? null : Number(found);
};

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
