import type { UsageHistory } from '../../domain/plan/estimate.ts';
import type { Store } from '../../store/store.ts';

const SESSIONS_MOST = 1000;

/** What each session of a persona cost; the newest thousand count. */
export async function usageHistory(store: Store, now: number): Promise<UsageHistory> {
  const { sessions } = await store.listSessions({}, { limit: SESSIONS_MOST });
  const sums = await store.listUsage({ by: 'session', since: 0, now });
  const costs = new Map(sums.map(({ of, costUsd }) => [of, costUsd]));
  const history = new Map<string, number[]>();
  for (const { id, persona } of sessions) {
    const cost = costs.get(id);
    if (cost === undefined) continue;
    history.set(persona, [...(history.get(persona) ?? []), cost]);
  }
  return history;
}
