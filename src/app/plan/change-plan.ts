import type { ChangedPlanAnswer } from '../../contract/answer/plan-change.ts';
import { ChangePlan } from '../../contract/plan/plan-change.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { ARCHITECT } from '../../domain/run/plan/escalation/escalation.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  intakeWrites,
  said,
} from '../asking/request.ts';
import type { FactDeps } from '../run/apply-run-fact.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { type ChangeDeps, changeRunningPlan, type HandedIn } from './change-running-plan.ts';
import { findPlanRun } from './find-plan-run.ts';
import { parsePlanText } from './parse-plan-text.ts';
import type { PlanDeps } from './plan-deps.ts';

/** A person hands in a new version of a plan that runs. */
function changePlan(deps: FactDeps & PlanDeps, { plan: word, text }: ChangePlan): Promise<Outcome<HandedIn>> {
  return whileStale<HandedIn>(`the run of ${word ?? 'a plan'}`, async () => {
    const found = await findPlanRun(deps, word);
    if (!found.ok) return found;
    const { id: runId } = found.value.run;
    const plan = await readPlan(runId, text);
    if (!plan.ok) return plan;
    return changeRunningPlan(deps, { runId, plan: plan.value, by: 'person', author: deps.by });
  });
}

async function readPlan(runId: string, text: string): Promise<Outcome<Plan>> {
  const { plan, problems } = await parsePlanText(text);
  const [first] = problems;
  if (plan !== null && first === undefined) return accept(plan);
  const why = `line ${first?.line ?? 1}: ${first?.problem ?? 'it cannot be understood'}`;
  return refuse({ code: 'plan-change-refused', runId, why });
}

type IntakeDeps = ChangeDeps & Readonly<{ wordRefusal: (refusal: Refusal) => string }>;

/** The architect of a run hands in a new version of its plan. */
async function intakeChange(
  deps: IntakeDeps,
  { session, file, input }: AgentRequest<ChangePlan>,
): Promise<AskingOutcome> {
  const refused = (text: string): Promise<AskingOutcome> =>
    commitIntake(deps, { file, answer: denied(text) });
  const { runId, role } = session;
  if (runId === null || role !== ARCHITECT)
    return refused(`plan change is for the ${ARCHITECT} of a plan that runs`);
  const plan = await readPlan(runId, input.text);
  if (!plan.ok) return refused(deps.wordRefusal(plan.refusal));
  const answer = said('handed in; what comes of it reaches you as a turn', { run_id: runId });
  const more = intakeWrites(deps, file, answer);
  const author = `session:${session.id}`;
  const handed = await changeRunningPlan(deps, { runId, plan: plan.value, by: 'architect', author, more });
  if (handed === 'stale') return 'moved';
  if (!handed.ok) return refused(deps.wordRefusal(handed.refusal));
  return handed.value.findings.length === 0 ? answer : refusedFor(handed.value, refused);
}

const refusedFor = ({ findings }: HandedIn, refused: (text: string) => Promise<AskingOutcome>) =>
  refused(
    [
      'not handed in, the checker finds:',
      ...findings.map(({ at, problem, advice }) => `- ${at}: ${problem}; ${advice}`),
    ].join('\n'),
  );

export const changePlanVerb = verb({
  name: 'plan.change',
  summary: 'Hand in a new version of a plan while it runs',
  asks: 'anyone',
  reads: false,
  input: ChangePlan,
  answer: async () => (await import('../../contract/answer/plan-change.ts')).ChangedPlanAnswer,
  run: changePlan,
  intake: intakeChange,
  json: ({ runId, isVerified, findings }: HandedIn): ChangedPlanAnswer => ({
    run_id: runId,
    is_verified: isVerified,
    findings: [...findings],
  }),
});
