import { DesignPlan } from '../../contract/plan/plan-version.ts';
import { StartRun } from '../../contract/run.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { defineDesign } from '../../domain/run/design/design-state.ts';
import { goalOf, renderSummaryForm } from '../../views/plan/summary-form.ts';
import { runJson, runStatusJson } from '../../views/run-status.ts';
import { type StartedRun, type StartRunDeps, startDefinition } from '../run/start-run.ts';
import { verb } from '../verb.ts';
import { refuseLive } from './find-live.ts';
import type { PlanDeps } from './plan-deps.ts';

const GOAL_LETTERS = 1000;
const DESIGNS_MOST = 100_000;

/** Starts the design of a plan: the architect reads what was talked over, and the others follow. */
async function designPlan(
  deps: StartRunDeps & PlanDeps,
  { plan, cli, yes }: DesignPlan,
): Promise<Outcome<StartedRun>> {
  const summary = await findSummary(deps, plan);
  if (!summary.ok) return summary;
  const live = await refuseLive(deps.store, plan, ['design']);
  if (!live.ok) return live;
  const { rounds } = deps.config.plan;
  const wish = { plan, summary: summary.value, rounds, isUnattended: yes };
  const definition = defineDesign(wish);
  const goal = (goalOf(summary.value) ?? plan).slice(0, GOAL_LETTERS);
  // Of two who start a design at the same moment, the second gets that of the first.
  const before = await deps.store.listRuns({ workflow: definition.name }, { limit: DESIGNS_MOST });
  const key = `${definition.name}/${before.length}`;
  const asked = { workflow: definition.name, goal, cli, key };
  return startDefinition(deps, { input: StartRun.parse(asked), workflow: definition });
}

async function findSummary({ plans }: PlanDeps, plan: string): Promise<Outcome<string>> {
  const located = await plans.find(plan);
  if (!located.ok) return located;
  const { name } = located.value;
  const file = `${await plans.folderOf(name)}/conversation_summary_${name}.md`;
  const summary = await plans.readSummary(name);
  const isBare = summary === null || summary.trim() === renderSummaryForm(name).trim();
  return isBare || summary.trim() === ''
    ? refuse({ code: 'plan-summary-bare', plan, file })
    : accept(summary);
}

export const designPlanVerb = verb({
  name: 'plan.design',
  summary: 'Let an architect design a plan, and a design verifier judge it',
  asks: 'person',
  reads: false,
  input: DesignPlan,
  answer: async () => (await import('../../contract/answer/run.ts')).StartedRunAnswer,
  run: designPlan,
  json: ({ run, isNew, warnings, ended }) => ({
    ...runJson(run, run.createdAt),
    is_new: isNew,
    warnings,
    ended: ended === null ? null : runStatusJson(ended),
  }),
});
