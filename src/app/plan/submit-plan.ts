import type { SubmittedPlanAnswer } from '../../contract/answer/plan-version.ts';
import type { AskingAnswer } from '../../contract/asking.ts';
import { SubmitPlan } from '../../contract/plan/plan-version.ts';
import { isLarge } from '../../domain/plan/complexity.ts';
import { nextNumber, openVersion, type PlanVersion } from '../../domain/plan/version/plan-version.ts';
import { ARCHITECT, type DesignState } from '../../domain/run/design/design-state.ts';
import { judgeSubmission, missingHelp, whyNotNow } from '../../domain/run/design/submission.ts';
import { adviceText, findingsText } from '../../domain/run/design/words.ts';
import type { Submitted } from '../../domain/run/program.ts';
import { renderDesign, renderTold } from '../../views/plan/design-text.ts';
import {
  type AgentRequest,
  type AskingOutcome,
  commitIntake,
  denied,
  intakeWrites,
  onlyInAttempt,
  said,
} from '../asking/request.ts';
import type { VerbDeps } from '../deps.ts';
import { applyRunFact } from '../run/apply-run-fact.ts';
import type { RoleOpenings } from '../run/role-openings.ts';
import { verb } from '../verb.ts';
import { checkText } from './check-text.ts';
import { describePlan } from './describe-plan.ts';
import type { PlanDeps } from './plan-deps.ts';

type SubmitDeps = PlanDeps &
  Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'poke' | 'config'> &
  Readonly<{ openings: RoleOpenings }>;

const NOT_YOURS =
  'a plan is handed in by the architect of a design; a person begins one with: swarm plan design <plan>';

/** Takes in a version of the plan; its author hears at once what is wrong with it. */
async function intakePlan(deps: SubmitDeps, request: AgentRequest<SubmitPlan>): Promise<AskingOutcome> {
  const { session, file, input } = request;
  const memory = session.runId === null ? undefined : await deps.store.findRunMemory(session.runId);
  if (memory === undefined || !('design' in memory.definition) || session.role !== ARCHITECT)
    return commitIntake(deps, { file, answer: denied(NOT_YOURS) });
  // The program of a design made it.
  const state = memory.state as DesignState;
  const why = whyNotNow(state);
  if (why !== null) return commitIntake(deps, { file, answer: denied(`not taken in: ${why}`) });
  const { plan } = memory.definition.design;
  const drafted = await draftSubmitted(deps, { plan, text: input.text, session });
  const answer = answerTo(state, drafted);
  const { version, fact } = drafted;
  const journal = { at: version.createdAt, by: version.author, note: noteOf(version) };
  const taking = await applyRunFact(
    { ...deps, by: version.author },
    {
      runId: session.runId ?? '',
      fact,
      note: noteOf(version),
      more: [{ kind: 'add-plan-version', added: version, journal }, ...intakeWrites(deps, file, answer)],
    },
  );
  if (taking === 'taken') return answer;
  return taking === 'over' ? commitIntake(deps, { file, answer: denied('the design is over') }) : 'moved';
}

type Submission = Readonly<{ plan: string; text: string }> & Pick<AgentRequest<unknown>, 'session'>;
type SubmissionDraft = Readonly<{ version: PlanVersion; fact: Submitted }>;

async function draftSubmitted(
  deps: SubmitDeps,
  { plan: name, session, ...asked }: Submission,
): Promise<SubmissionDraft> {
  // As a file would hold it: half a character has no place there, and the hash is that of the file.
  const text = Buffer.from(asked.text).toString();
  const { plan, findings } = await checkText(deps.plans, { name, file: 'plan.yaml', text });
  const number = nextNumber(await deps.store.listPlanVersions({ plan: name }));
  const version = openVersion({
    plan: name,
    number,
    text,
    contentHash: deps.ids.hash(text),
    author: `session:${session.id}`,
    runId: session.runId,
    findings: findings.map(({ file: _, ...finding }) => finding),
    createdAt: deps.clock.now(),
  });
  const isSound = plan !== null && findings.length === 0;
  const title = `Version ${number} of the plan "${name}" was designed and verified. May it be run?`;
  const fact: Submitted = {
    is: 'submitted',
    role: ARCHITECT,
    version: number,
    isSound,
    isLarge: plan !== null && isLarge(plan),
    told: isSound ? '' : renderTold(number, version.findings),
    drawing: isSound ? renderDesign(plan) : '',
    approval: isSound ? await describePlan(deps, plan, title) : '',
  };
  return { version, fact };
}

function answerTo(state: DesignState, { version, fact }: SubmissionDraft): AskingAnswer {
  const { number, findings } = version;
  const value: SubmittedPlanAnswer = {
    plan: version.plan,
    version: number,
    state: version.state,
    findings: [...findings],
  };
  switch (judgeSubmission(state, fact)) {
    case 'accepted':
      return said(`accepted as version ${number}: the design verifier judges it. End your turn.`, value);
    case 'advised':
      return { ...denied(adviceText(number, missingHelp(state))), value };
    case 'asked':
      return { ...denied(`${fact.told}\n\nThe person is asked how it goes on. End your turn.`), value };
    default:
      return { ...denied(findingsText(fact.told)), value };
  }
}

const noteOf = ({ number, plan, findings }: PlanVersion): string =>
  `version ${number} of ${plan}: ${findings.length === 0 ? 'sound' : `${findings.length} findings`}`;

export const submitPlanVerb = verb({
  name: 'plan.submit',
  summary: 'Hand in a version of the plan that the asking session designs',
  asks: 'agent',
  reads: false,
  input: SubmitPlan,
  answer: async () => (await import('../../contract/answer/plan-version.ts')).SubmittedPlanAnswer,
  run: onlyInAttempt('plan submit'),
  intake: intakePlan,
  json: (submitted: SubmittedPlanAnswer) => submitted,
});
