import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { isSamePlan, keepOpened } from '../../domain/run/plan/compare-plans.ts';
import { drawPlan } from '../../views/plan/plan-drawing.ts';
import type { FactDeps } from '../run/apply-run-fact.ts';
import { whileStale } from '../while-stale.ts';
import { draftAdded } from './approve-plan.ts';
import { changeRunningPlan } from './change-running-plan.ts';
import type { PlanRun } from './find-plan-run.ts';
import type { LocatedPlan, PlanDeps } from './plan-deps.ts';

type EditDeps = FactDeps & PlanDeps;
type Edited = Readonly<{ name: string; plan: Plan; text: string }>;
type HandedIn = Readonly<{ version: number; isVerified: boolean }>;

const moveOf = ({ definition, state }: PlanRun) => ({ plan: definition.plan, state });

export const isPlanOfRun = (run: PlanRun, plan: Plan): boolean =>
  isSamePlan(run.definition.plan, keepOpened(moveOf(run), plan));

/**
 * What an editor shows of a plan that runs. A file that a person changed by hand is shown as it is; one that
 * the run has left behind gives way to the plan that the run goes on with.
 */
export async function textOfRunning(
  { store, ids }: Pick<EditDeps, 'store' | 'ids'>,
  { name, plan, text }: LocatedPlan,
  run: PlanRun,
): Promise<string> {
  if (text === null || (plan !== null && isPlanOfRun(run, plan))) return text ?? '';
  const hash = ids.hash(text);
  const versions = await store.listPlanVersions({ plan: name });
  if (!versions.some(({ contentHash }) => contentHash === hash)) return text;
  // Lazy: the YAML library is slow to load.
  const { renderRunningPlan } = await import('../../views/plan/running-plan.ts');
  return renderRunningPlan(moveOf(run));
}

/** A run goes on with what was edited, which is plan.yaml and a version from then on. */
export function editRunningPlan(
  deps: EditDeps,
  runId: string,
  { name, plan, text }: Edited,
): Promise<Outcome<HandedIn>> {
  const { store, clock, ids, by, plans } = deps;
  return whileStale<HandedIn>(`run ${runId}`, async () => {
    const draft = { writes: [], at: clock.now(), by };
    const content = { plan: name, text, contentHash: ids.hash(text) };
    const { number } = draftAdded(draft, content, await store.listPlanVersions({ plan: name }));
    const handed = await changeRunningPlan(deps, {
      runId,
      plan,
      by: 'person',
      author: by,
      more: draft.writes,
    });
    if (handed === 'stale' || !handed.ok) return handed;
    // In a folder that shows the run itself, its supervisor draws the rest.
    const drawing = (await plans.isOnePlan()) ? { files: [], folders: [] } : drawPlan(plan);
    await plans.publish(name, { text, drawing, isAsideKept: false });
    return accept({ version: number, isVerified: handed.value.isVerified });
  });
}
