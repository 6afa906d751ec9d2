import type { ListUsage } from '../../contract/usage.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { NO_USAGE } from '../../domain/usage/usage.ts';
import type { UsageReport } from '../app.ts';
import type { VerbDeps } from '../deps.ts';

/** What agents used, summed up by the store. */
export async function listUsage(
  { store, clock }: Pick<VerbDeps, 'store' | 'clock'>,
  { by, youngerThanMs }: ListUsage,
): Promise<Outcome<UsageReport>> {
  const now = clock.now();
  const since = youngerThanMs === undefined ? 0 : now - youngerThanMs;
  const sums = await store.listUsage({ by, since, now });
  const [total = NO_USAGE] = await store.listUsage({ by: 'all', since, now });
  return accept({ by, since: youngerThanMs === undefined ? null : since, sums, total, now });
}
