import { realClocks } from '../runtime/clock/real-clock.ts';
import { observeBoot } from '../runtime/process/identity.ts';
import { keepClock } from '../supervisor/clock/keep-clock.ts';
import type { Project } from './project.ts';

/**
 * Before a command looks at leases: a jump of the clock that no supervisor has seen yet must not pass for
 * silence. What lies between two boots is left to the supervisor, which knows who was at work.
 */
export async function settleClock({ store, hostId }: Pick<Project, 'store' | 'hostId'>): Promise<void> {
  const boot = await observeBoot();
  const row = await store.findHostClock(hostId);
  if (row !== undefined && row.boot !== boot) return;
  const longestMs = Number.POSITIVE_INFINITY;
  await keepClock({ store, clocks: realClocks(boot), hostId, by: 'swarm', longestMs }).settle();
}
