import { Fault } from '../../domain/fault.ts';
import { decideLimiter, limitsBy, type MachineMeans, pickCpus } from '../../domain/resource/limiter.ts';
import type { ResourceLimits } from '../../domain/resource/resource-limits.ts';
import type { Holding } from './holding.ts';
import { scopeWords } from './scope.ts';

/** Nothing may start without a limit that was promised. */
const REFUSED = 126;
const HEX = 16;

/** What will hold the limits of an attempt. `name` is its own; `seed` spreads sessions over CPUs. */
export function planHolding(
  limits: ResourceLimits,
  machine: MachineMeans,
  { name, seed }: Readonly<{ name: string; seed: string }>,
): Holding {
  const decided = decideLimiter(limits, machine);
  if (!decided.ok) throw impossible();
  const limiter = decided.value;
  const uses = (means: string): boolean => Object.values(limiter).includes(means as never);
  const first = Number.parseInt(seed.slice(0, 6), HEX) || 0;
  return {
    limits,
    limiter,
    cgroup: uses('cgroup') && machine.cgroup ? `${machine.cgroup.parent}/${name}` : null,
    scope:
      uses('systemd') && machine.systemd ? { manager: machine.systemd.manager, unit: `${name}.scope` } : null,
    pinned: limiter.cpus === 'affinity' ? [...pickCpus(machine.cpus, limits.cpus ?? 0, first)] : [],
  };
}

const impossible = (): Fault =>
  new Fault('limit-impossible', 'This machine cannot hold the limits of the session any more', {
    hint: 'See what it can hold: swarm doctor. Nothing was started.',
    retry: true,
  });

/**
 * The words before a program that put it, and all that it starts, under these limits. What they start takes
 * the place of the last of them, so the number of the process stays the same.
 */
export function limiterWords({ limits, limiter, cgroup, scope, pinned }: Holding): readonly string[] {
  const scoped = limitsBy('systemd', { limits, limiter });
  const script = [
    ...(cgroup === null ? [] : [`echo 0 > "$0/cgroup.procs" || ${giveUp('its cgroup cannot be joined')}`]),
    ...(scope === null ? [] : [WHOLE_SCOPE]),
    ...(limits.openFiles === null
      ? []
      : [`ulimit -n ${limits.openFiles} || ${giveUp('open files cannot be limited')}`]),
    'exec "$@"',
  ];
  return [
    ...(pinned.length === 0 ? [] : ['taskset', '-c', pinned.join(',')]),
    ...(scope === null ? [] : scopeWords(scope.manager, scope.unit, scoped)),
    ...(script.length === 1 ? [] : ['/bin/sh', '-c', script.join('\n'), cgroup ?? 'swarm']),
  ];
}

// Without it the kernel ends one process of a scope that is over its memory, and the session goes on maimed.
const WHOLE_SCOPE =
  'while IFS=: read -r n c path; do [ "$n" != 0 ] || ' +
  'echo 1 2> /dev/null > "/sys/fs/cgroup$path/memory.oom.group"; done < /proc/self/cgroup';

const giveUp = (why: string): string =>
  `{ echo "swarm: not started without its limits: ${why}" >&2; exit ${REFUSED}; }`;
