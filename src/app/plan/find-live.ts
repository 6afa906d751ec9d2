import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { RunMemory } from '../../domain/run/memory.ts';
import type { Store } from '../../store/store.ts';
import { type PlanRun, readPlanRun } from './find-plan-run.ts';

type LiveKind = 'run' | 'design';

function whatOf(definition: RunMemory['definition'], plan: string): LiveKind | null {
  if ('design' in definition) return definition.design.plan === plan ? 'design' : null;
  return 'plan' in definition && definition.plan.name === plan ? 'run' : null;
}

/** Refuses while a run of the plan is live, or a design of it, as asked. */
export async function refuseLive(
  store: Store,
  plan: string,
  refused: readonly LiveKind[],
): Promise<Outcome<null>> {
  for (const { id: runId } of await store.listLiveRuns()) {
    const memory = await store.findRunMemory(runId);
    const what = memory === undefined ? null : whatOf(memory.definition, plan);
    if (what !== null && refused.includes(what)) return refuse({ code: 'plan-live', plan, runId, what });
  }
  return accept(null);
}

/** The newest run of the plan that can still go on with another version of it. */
export async function findRunning(store: Store, plan: string): Promise<PlanRun | null> {
  for (const run of (await store.listLiveRuns()).toReversed()) {
    const memory = run.state === 'synthesising' ? undefined : await store.findRunMemory(run.id);
    if (memory === undefined || whatOf(memory.definition, plan) !== 'run') continue;
    const found = await readPlanRun(store, run);
    if (found) return found;
  }
  return null;
}
