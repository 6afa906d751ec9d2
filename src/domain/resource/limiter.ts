import { accept, type Outcome, refuse } from '../outcome.ts';
import { RESOURCES, type Resource, type ResourceLimits } from './resource-limits.ts';

/** What can hold a limit. `watch`: the supervisor looks every second and ends what is above. */
export const MEANS = ['cgroup', 'systemd', 'affinity', 'rlimit', 'watch'] as const;
export type Means = (typeof MEANS)[number];

export const CONTROLLERS = ['memory', 'cpu', 'pids'] as const;
export type Controller = (typeof CONTROLLERS)[number];

/** What this machine has to hold limits with, as it was tried. */
export type MachineMeans = Readonly<{
  /** A cgroup v2 in which we may make others, and what it hands on to them. */
  cgroup: Readonly<{ parent: string; controllers: readonly Controller[] }> | null;
  /** Whose systemd starts scopes for us, and what holds in them: not all is handed on to a person's own. */
  systemd: Readonly<{ manager: 'user' | 'system'; controllers: readonly Controller[] }> | null;
  /** Processes can be kept to some of the CPUs. */
  canPin: boolean;
  /** What processes use can be looked up. */
  canWatch: boolean;
  /** Numbers of the CPUs that we may use. */
  cpus: readonly number[];
  memoryMb: number;
  /** The most open files that a process may be allowed; null where there is no such limit. */
  openFiles: number | null;
}>;

/** What holds each limit of one session; null where it has none. */
export type Limiter = Readonly<Record<Resource, Means | null>>;

const CONTROLLER: Readonly<Record<Resource, Controller | null>> = {
  memoryMb: 'memory',
  cpus: 'cpu',
  processes: 'pids',
  openFiles: null,
};

/**
 * What holds which limit, or which of them this machine cannot hold. A session is in one group of processes
 * at most: a cgroup of ours, or a scope.
 */
export function decideLimiter(wanted: ResourceLimits, machine: MachineMeans): Outcome<Limiter> {
  const group = groupFor(wanted, machine);
  const means = (resource: Resource): Means | null => {
    const amount = wanted[resource];
    return amount === null ? null : meansFor({ resource, amount, group, machine });
  };
  const missed = RESOURCES.find(
    (resource) =>
      wanted[resource] !== null && (isTooMuch(resource, wanted, machine) || means(resource) === null),
  );
  if (missed !== undefined)
    return refuse({ code: 'limit-impossible', resource: missed, amount: wanted[missed] ?? 0, machine });
  return accept({
    memoryMb: means('memoryMb'),
    cpus: means('cpus'),
    processes: means('processes'),
    openFiles: means('openFiles'),
  });
}

type Group = 'cgroup' | 'systemd' | null;

function groupFor(wanted: ResourceLimits, machine: MachineMeans): Group {
  const needed = RESOURCES.flatMap((resource) => {
    const controller = CONTROLLER[resource];
    return wanted[resource] === null || controller === null ? [] : [controller];
  });
  const countHeld = (group: 'cgroup' | 'systemd'): number =>
    needed.filter((controller) => machine[group]?.controllers.includes(controller)).length;
  const [own, scope] = [countHeld('cgroup'), countHeld('systemd')];
  if (own + scope === 0) return null;
  return own >= scope ? 'cgroup' : 'systemd';
}

type Sought = Readonly<{ resource: Resource; amount: number; group: Group; machine: MachineMeans }>;

function meansFor({ resource, amount, group, machine }: Sought): Means | null {
  const controller = CONTROLLER[resource];
  if (controller === null) return 'rlimit';
  if (group !== null && machine[group]?.controllers.includes(controller)) return group;
  if (resource === 'memoryMb') return machine.canWatch ? 'watch' : null;
  return resource === 'cpus' && machine.canPin && Number.isInteger(amount) ? 'affinity' : null;
}

/** A limit above what is there would hold nothing. */
function isTooMuch(resource: Resource, wanted: ResourceLimits, machine: MachineMeans): boolean {
  const most = mostOf(resource, machine);
  return most !== null && (wanted[resource] ?? 0) > most;
}

/** The highest limit that makes sense here; null where any does. */
export function mostOf(resource: Resource, machine: MachineMeans): number | null {
  if (resource === 'memoryMb') return machine.memoryMb;
  if (resource === 'cpus') return machine.cpus.length;
  return resource === 'openFiles' ? machine.openFiles : null;
}

/** No group of processes can hold a limit of memory here, but a supervisor can. */
export const isMemoryWatched = ({ cgroup, systemd, canWatch }: MachineMeans): boolean =>
  canWatch && systemd === null && cgroup?.controllers.includes('memory') !== true;

/** So many of the CPUs; another session begins with others, so that not all are kept to the same. */
export function pickCpus(cpus: readonly number[], count: number, seed: number): readonly number[] {
  const picked = cpus.map((_, index) => cpus[(seed + index) % cpus.length] ?? 0).slice(0, count);
  return picked.toSorted((a, b) => a - b);
}

/** Those of the limits that these means hold. */
export function limitsBy(
  means: Means,
  { limits, limiter }: Readonly<{ limits: ResourceLimits; limiter: Limiter }>,
): ResourceLimits {
  const by = (resource: Resource): number | null => (limiter[resource] === means ? limits[resource] : null);
  return {
    memoryMb: by('memoryMb'),
    cpus: by('cpus'),
    processes: by('processes'),
    openFiles: by('openFiles'),
  };
}
