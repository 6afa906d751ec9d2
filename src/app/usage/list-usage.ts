import { ListUsage } from '../../contract/usage.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { NO_USAGE, type UsageSum } from '../../domain/usage/usage.ts';
import { usageListJson } from '../../views/usage-table.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';

export type UsageReport = Readonly<{
  by: ListUsage['by'];
  /** Null: from the beginning. */
  since: number | null;
  sums: readonly UsageSum[];
  total: UsageSum;
}>;

/** What agents used, summed up by the store. */
export async function listUsage(
  { store, clock }: Pick<VerbDeps, 'store' | 'clock'>,
  { by, youngerThanMs }: ListUsage,
): Promise<Outcome<UsageReport>> {
  const now = clock.now();
  const since = youngerThanMs === undefined ? 0 : now - youngerThanMs;
  const sums = await store.listUsage({ by, since, now });
  const [total = NO_USAGE] = await store.listUsage({ by: 'all', since, now });
  return accept({ by, since: youngerThanMs === undefined ? null : since, sums, total });
}

export const listUsageVerb = verb({
  name: 'usage.list',
  summary: 'Show tokens, cost, tool calls and time',
  asks: 'anyone',
  reads: true,
  input: ListUsage,
  answer: async () => (await import('../../contract/answer/usage.ts')).UsageListAnswer,
  run: listUsage,
  json: usageListJson,
});
