import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { checkPlan } from '../../domain/plan/check/check-plan.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { isStructural, keepOpened, whyNotChanged } from '../../domain/run/plan/compare-plans.ts';
import type { PlanFact } from '../../domain/run/plan/plan-fact.ts';
import { planOfRun } from '../../domain/run/plan/task-at-work.ts';
import type { Write } from '../../store/store.ts';
import { applyRunFact, type FactDeps } from '../run/apply-run-fact.ts';
import type { LocatedFinding } from './check-located.ts';
import type { PlanDeps } from './plan-deps.ts';

export type ChangeDeps = Omit<FactDeps, 'by'> & PlanDeps;

type Version = Readonly<{
  runId: string;
  plan: Plan;
  by: Extract<PlanFact, { is: 'plan-proposed' }>['by'];
  /** Names the author in the journal. */
  author: string;
  /** Written in the same transaction. */
  more?: readonly Write[];
}>;

/** `isVerified`: the design verifier judges it first. With findings nothing was handed in. */
export type HandedIn = Readonly<{
  runId: string;
  plan: Plan;
  isVerified: boolean;
  findings: readonly Pick<LocatedFinding, 'rule' | 'at' | 'problem' | 'advice'>[];
}>;

/** Hands a new version of its plan to a run, once the checker has nothing against it. */
export async function changeRunningPlan(
  deps: ChangeDeps,
  { runId, plan, by, author, more = [] }: Version,
): Promise<Outcome<HandedIn> | 'stale'> {
  const memory = await deps.store.findRunMemory(runId);
  const run = memory && planOfRun(memory);
  if (!run) return refuse({ code: 'plan-change-refused', runId, why: 'it is no run of a plan' });
  const why = whyNotChanged(run, plan);
  if (why !== null) return refuse({ code: 'plan-change-refused', runId, why });
  const isVerified = isStructural(run.plan, keepOpened(run, plan));
  const found = checkPlan(plan, await deps.plans.observeFacts(plan));
  const findings = found.map(({ path, ...finding }) => ({ ...finding, at: path.join('.') }));
  if (findings.length > 0) return accept({ runId, plan, isVerified, findings });
  const fact = { is: 'plan-proposed', plan, by } as const;
  const note = `${author} hands in a new version of the plan`;
  const taken = await applyRunFact({ ...deps, by: author }, { runId, fact, note, more });
  if (taken === 'over') return refuse({ code: 'plan-change-refused', runId, why: 'the run is over' });
  return taken === 'taken' ? accept({ runId, plan, isVerified, findings }) : 'stale';
}
