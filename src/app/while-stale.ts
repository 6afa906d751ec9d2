import { type Outcome, refuse } from '../domain/outcome.ts';

const TRIES = 20;

/**
 * Optimistic concurrency: `decide` reads, decides and commits, and says `stale` when another writer won.
 * It is called again then, a bounded number of times. `what` names the contested row in the refusal.
 */
export async function whileStale<T>(
  what: string,
  decide: () => Promise<Outcome<T> | 'stale'>,
): Promise<Outcome<T>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const outcome = await decide();
    if (outcome !== 'stale') return outcome;
  }
  return refuse({ code: 'moved-meanwhile', what });
}
