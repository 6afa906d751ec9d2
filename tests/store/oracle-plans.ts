import type { PlanVersion } from '../../src/domain/plan/version/plan-version.ts';
import type { Store } from '../../src/store/store.ts';

type Filter = Parameters<Store['listPlanVersions']>[0];

/** By plan, then by number. */
export const matchingVersions = (rows: readonly PlanVersion[], { plan, runId }: Filter) =>
  rows
    .filter((it) => plan === undefined || it.plan === plan)
    .filter((it) => runId === undefined || it.runId === runId)
    .sort((a, b) => (a.plan === b.plan ? a.number - b.number : a.plan < b.plan ? -1 : 1));
