import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Store } from '../../store/store.ts';
import type { VerbDeps } from '../deps.ts';
import type { StartGuard } from '../run/start-run.ts';
import { findNewestRun } from './find-plan-run.ts';
import type { PlanDeps } from './plan-deps.ts';

type OnePlanDeps = PlanDeps & Readonly<{ store: Store }>;

/** Refused while another plan runs, where the project's own folder shows the run of one plan. */
export async function findOtherRun(
  { store, plans }: OnePlanDeps,
  name: string,
): Promise<Outcome<never> | null> {
  if (!(await plans.isOnePlan())) return null;
  for (const { id } of await store.listLiveRuns()) {
    const definition = (await store.findRunMemory(id))?.definition;
    if (definition === undefined || !('plan' in definition)) continue;
    return refuse({
      code: 'plan-running',
      runId: id,
      name: definition.name,
      folder: await plans.folderOf(name),
    });
  }
  return null;
}

const CLAIMS_MOST = 1000;

/**
 * Of several that start a plan at one instant, one starts: each claims to come after the same run. The run
 * before is read first, so that one that began since is either found at work or has the claim.
 */
export function guardOnePlan(deps: OnePlanDeps & Pick<VerbDeps, 'clock'>, name: string): StartGuard {
  return async () => {
    const before = (await findNewestRun(deps.store))?.run.id ?? 'none';
    const other = await findOtherRun(deps, name);
    if (other !== null) return other;
    if (!(await deps.plans.isOnePlan())) return accept([]);
    for (let nth = 0; nth < CLAIMS_MOST; nth++) {
      const key = `plan/after/${before}/${nth}`;
      if ((await deps.store.findIntake(key)) !== undefined) continue;
      return accept([{ kind: 'add-intake', key, at: deps.clock.now(), answer: '' }]);
    }
    return refuse({ code: 'moved-meanwhile', what: `the plan ${name}` });
  };
}
