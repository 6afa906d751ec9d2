import { accept, type Outcome } from '../../domain/outcome.ts';
import { decideLimiter, type MachineMeans } from '../../domain/resource/limiter.ts';
import type { ResourceLimits } from '../../domain/resource/resource-limits.ts';
import { limitsInWords } from '../../views/resource-text.ts';

export type ResourceDeps = Readonly<{
  /** What this machine can hold limits with. */
  observeMeans: () => Promise<MachineMeans>;
}>;

/** The limits in words, with what holds them; refused where this machine cannot hold one of them. */
export async function checkResources(
  deps: ResourceDeps,
  limits: ResourceLimits | null,
): Promise<Outcome<readonly string[]>> {
  // To try what the machine can do takes a moment, which most sessions need not wait for.
  if (limits === null) return accept([]);
  const limiter = decideLimiter(limits, await deps.observeMeans());
  return limiter.ok ? accept(limitsInWords({ limits, limiter: limiter.value })) : limiter;
}
