import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { PlanDefinition, PlanState } from '../../domain/run/plan/plan-state.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Store } from '../../store/store.ts';
import type { Plans } from './plan-deps.ts';

/** A run of a plan, with what its program goes on from. */
export type PlanRun = Readonly<{ run: Run; definition: PlanDefinition; state: PlanState }>;

type FindDeps = Readonly<{ store: Store; plans: Pick<Plans, 'find'> }>;

/** How many runs are looked through for one of a plan: a workflow may have the same name. */
const LOOKED_AT_MOST = 100;

/** The run that a word names, or the newest run of the plan of that name; without a word, of any plan. */
export async function findPlanRun(deps: FindDeps, word?: string): Promise<Outcome<PlanRun>> {
  const { store, plans } = deps;
  if (word === undefined) {
    const newest = await findNewestRun(store);
    return newest ? accept(newest) : refuse({ code: 'plan-never-run', name: null });
  }
  const named = await store.findRun(word);
  if (named) {
    const run = await readPlanRun(store, named);
    return run ? accept(run) : refuse({ code: 'run-not-of-plan', runId: word, workflow: named.workflow });
  }
  const located = await plans.find(word);
  const name = located.ok ? located.value.name : word;
  const newest = await findNewestRun(store, name);
  if (newest) return accept(newest);
  return located.ok ? refuse({ code: 'plan-never-run', name }) : located;
}

/** The newest run of the plan of this name, if there is one. */
export async function findNewestRun(store: Store, name?: string): Promise<PlanRun | undefined> {
  const filter = name === undefined ? {} : { workflow: name };
  for (const run of await store.listRuns(filter, { limit: LOOKED_AT_MOST })) {
    const found = await readPlanRun(store, run);
    if (found) return found;
  }
  return undefined;
}

export async function readPlanRun(store: Store, run: Run): Promise<PlanRun | undefined> {
  const memory = await store.findRunMemory(run.id);
  if (!memory || !('plan' in memory.definition)) return undefined;
  // What a run of a plan remembers was made by the program of plans.
  return { run, definition: memory.definition, state: memory.state as PlanState };
}
