import type { SessionStatusAnswer } from '../contract/answer/session.ts';
import {
  type Controller,
  type Limiter,
  type MachineMeans,
  type Means,
  mostOf,
} from '../domain/resource/limiter.ts';
import {
  NO_RESOURCE_LIMITS,
  RESOURCES,
  type Resource,
  type ResourceLimits,
} from '../domain/resource/resource-limits.ts';

const MB_PER_GB = 1024;
const KB_PER_MB = 1024;

type Wording = Readonly<{ flag: string; name: string; amount: (amount: number) => string }>;

const WORDS: Readonly<Record<Resource, Wording>> = {
  memoryMb: { flag: '--memory', name: 'memory', amount: (mb) => `${memoryWords(mb)} of memory` },
  cpus: { flag: '--cpus', name: 'CPUs', amount: (cpus) => `${cpus} ${cpus === 1 ? 'CPU' : 'CPUs'}` },
  processes: { flag: '--processes', name: 'processes', amount: (count) => `${count} processes` },
  openFiles: { flag: '--open-files', name: 'open files', amount: (count) => `${count} open files` },
};

const BY: Readonly<Record<Means, string>> = {
  cgroup: 'cgroup',
  systemd: 'systemd scope',
  affinity: 'CPU affinity',
  rlimit: 'rlimit',
  watch: 'watched',
};

/** "2 GB" */
export const memoryWords = (mb: number): string =>
  mb >= MB_PER_GB ? `${Number((mb / MB_PER_GB).toFixed(1))} GB` : `${Math.ceil(mb)} MB`;

/** "312 MB" of kilobytes; "–" where nothing told. */
export const peakWords = (kb: number | null): string =>
  kb === null ? NOT_TOLD : memoryWords(Math.ceil(kb / KB_PER_MB));

export const NOT_TOLD = '–';

/** "12.3s"; "–" where nothing told. */
export const cpuWords = (ms: number | null): string =>
  ms === null ? NOT_TOLD : `${(ms / 1000).toFixed(1)}s`;

type HeldLimits = Readonly<{ limits: ResourceLimits; limiter: Limiter | null; isUnwatched?: boolean }>;

/** "2 GB of memory (cgroup)", one for each limit. */
export const limitsInWords = ({ limits, limiter, isUnwatched }: HeldLimits): readonly string[] =>
  RESOURCES.flatMap((resource) => {
    const amount = limits[resource];
    const means = limiter?.[resource] ?? null;
    if (amount === null) return [];
    const by = means === null ? '' : ` (${means === 'watch' && isUnwatched ? UNWATCHED : BY[means]})`;
    return [`${WORDS[resource].amount(amount)}${by}`];
  });

const UNWATCHED = 'does not hold now: no supervisor runs, which watches it';

/** For programs; `by` is null while it has no process. */
export function resourceLimitsJson(
  held: Readonly<{ limits: ResourceLimits; limiter: Limiter | null }> | null,
): SessionStatusAnswer['resource_limits'] {
  const { limits } = held ?? { limits: NO_RESOURCE_LIMITS };
  const one = (resource: Resource) => ({
    limit: limits[resource],
    by: held?.limiter?.[resource] ?? null,
  });
  return {
    memory_mb: one('memoryMb'),
    cpus: one('cpus'),
    processes: one('processes'),
    open_files: one('openFiles'),
  };
}

/** For programs. */
export const cpuSeconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
export const peakMb = (kb: number | null): number | null =>
  kb === null ? null : Math.ceil((kb / KB_PER_MB) * 10) / 10;

/** What limits this machine can hold, and by what: "memory up to 23.5 GB (watched)". */
export function holdableWords(machine: MachineMeans): readonly string[] {
  const up = (resource: Resource): string => {
    const most = mostOf(resource, machine);
    return most === null ? '' : ` up to ${resource === 'memoryMb' ? memoryWords(most) : most}`;
  };
  const held = (resource: Resource, means: Means, kind = ''): string =>
    `${kind}${WORDS[resource].name}${up(resource)} (${BY[means]})`;
  const group = (controller: Controller): Means | null => {
    if (machine.cgroup?.controllers.includes(controller)) return 'cgroup';
    return machine.systemd?.controllers.includes(controller) ? 'systemd' : null;
  };
  const memory = group('memory') ?? (machine.canWatch ? 'watch' : null);
  const cpus = group('cpu');
  const processes = group('pids');
  return [
    ...(memory === null ? [] : [held('memoryMb', memory)]),
    ...(cpus === null ? [] : [held('cpus', cpus)]),
    ...(cpus === null && machine.canPin ? [held('cpus', 'affinity', 'whole ')] : []),
    ...(processes === null ? [] : [held('processes', processes)]),
    held('openFiles', 'rlimit'),
  ];
}

/** Why a limit is refused, and what could be had instead. */
export const impossibleText = (
  resource: Resource,
  amount: number,
  machine: MachineMeans,
): readonly [string, string] => {
  const most = mostOf(resource, machine);
  const isTooMuch = most !== null && most > 0 && amount > most;
  const why = isTooMuch ? 'has less than that' : 'has nothing to hold that with';
  const words = WORDS[resource];
  return [
    `No session can be held to ${words.amount(amount)} here: this machine ${why}. Nothing was started.`,
    `It can hold ${holdableWords(machine).join(', ')}. Change ${words.flag}, persona or limits.${resource}`,
  ];
};
