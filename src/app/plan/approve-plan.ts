import { ApprovePlan } from '../../contract/plan/plan-version.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { APPROVE } from '../../domain/plan/version/approval-answer.ts';
import {
  approvedOf,
  nextNumber,
  openVersion,
  type PlanVersion,
  stepVersion,
} from '../../domain/plan/version/plan-version.ts';
import type { Touched } from '../../runtime/project/new-project.ts';
import type { VerbDeps } from '../deps.ts';
import { answerQuestion } from '../question/answer-question.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { checkDesign, soundOf } from './check-text.ts';
import { type DescribeDeps, describePlan } from './describe-plan.ts';
import { draftVersion } from './draft-version.ts';
import { findWaiting, type WaitingDesign } from './find-waiting.ts';
import { type PublishDeps, publishVersion } from './publish-version.ts';

export type Approval = Readonly<{
  plan: string;
  is: 'shown' | 'approved' | 'already';
  version: number | null;
  contentHash: string;
  runId: string | null;
  text: string;
  touched: readonly Touched[];
  aside: string | null;
}>;

export type ApproveDeps = DescribeDeps & PublishDeps & Pick<VerbDeps, 'poke'>;

/** Approves the design that waits for it, or else the content of plan.yaml as it is. */
async function approvePlan(deps: ApproveDeps, input: ApprovePlan): Promise<Outcome<Approval>> {
  const waiting = await findWaiting(deps.store, input.plan);
  return waiting === null ? approveFile(deps, input) : approveDesign(deps, input, waiting);
}

async function approveDesign(
  deps: ApproveDeps,
  { dryRun, contentHash }: ApprovePlan,
  { question, version }: WaitingDesign,
): Promise<Outcome<Approval>> {
  const shown = shownOf(version, 'shown', question.text);
  if (contentHash !== undefined && contentHash !== version.contentHash)
    return refuse({ code: 'plan-moved', plan: version.plan });
  if (dryRun) return accept(shown);
  const answered = await answerQuestion(deps, { questionId: question.id, answer: APPROVE });
  if (!answered.ok) return answered;
  const { touched, aside } = await publishVersion(deps, version);
  return accept({ ...shown, is: 'approved', touched, aside });
}

const shownOf = (version: PlanVersion, is: Approval['is'], text: string): Approval => ({
  plan: version.plan,
  is,
  version: version.number,
  contentHash: version.contentHash,
  runId: version.runId,
  text,
  touched: [],
  aside: null,
});

async function approveFile(deps: ApproveDeps, input: ApprovePlan): Promise<Outcome<Approval>> {
  const located = await deps.plans.find(input.plan);
  if (!located.ok) return located;
  const sound = soundOf(await checkDesign(deps.plans, located.value));
  if (!sound.ok) return sound;
  const text = located.value.text ?? '';
  if (input.contentHash !== undefined && input.contentHash !== deps.ids.hash(text))
    return refuse({ code: 'plan-moved', plan: input.plan });
  return approveText(deps, { plan: sound.value, text, dryRun: input.dryRun });
}

export type ApprovingText = Readonly<{ plan: Plan; text: string; dryRun?: boolean }>;

/** Records the approval of exactly this content; twice is once. */
export async function approveText(
  deps: ApproveDeps,
  { plan, text, dryRun = false }: ApprovingText,
): Promise<Outcome<Approval>> {
  const contentHash = deps.ids.hash(text);
  const words = await describePlan(deps, plan, `The plan "${plan.name}". May it be run?`);
  const before = approvedOf(await deps.store.listPlanVersions({ plan: plan.name }), contentHash);
  if (before !== undefined) return accept(shownOf(before, 'already', words));
  if (dryRun) {
    const shown = { plan: plan.name, is: 'shown', version: null, contentHash, runId: null, text: words };
    return accept({ ...shown, is: 'shown', touched: [], aside: null });
  }
  const version = await addApproved(deps, { plan: plan.name, text, contentHash });
  if (!version.ok) return version;
  const approved = shownOf(version.value, 'approved', words);
  // A file that lies elsewhere is not the plan of that name.
  const own = await deps.plans.find(plan.name);
  if (!own.ok || own.value.text !== text) return accept(approved);
  return accept({ ...approved, ...(await publishVersion(deps, version.value)) });
}

type Content = Pick<PlanVersion, 'plan' | 'text' | 'contentHash'>;

/** A row with this content that can be approved, or a new one. */
function addApproved(deps: ApproveDeps, content: Content): Promise<Outcome<PlanVersion>> {
  const { store, clock, by } = deps;
  return whileStale<PlanVersion>(`plan ${content.plan}`, async () => {
    const versions = await store.listPlanVersions({ plan: content.plan });
    const draft = { writes: [], at: clock.now(), by };
    const version =
      versions.find((one) => one.contentHash === content.contentHash && isOpen(one)) ??
      draftAdded(draft, content, versions);
    const approved = draftVersion(draft, { version, event: 'approve', words: 'approved' }, versions);
    return (await store.commit(draft.writes)).saved ? accept(approved) : 'stale';
  });
}

const isOpen = (version: PlanVersion): boolean => stepVersion(version, 'approve', { by: '', at: 0 }).ok;

/** A version of a person's own. */
export function draftAdded(
  draft: Parameters<typeof draftVersion>[0],
  content: Content,
  versions: readonly PlanVersion[],
): PlanVersion {
  const { at, by } = draft;
  const number = nextNumber(versions);
  const added = openVersion({ ...content, number, author: by, runId: null, findings: [], createdAt: at });
  const note = `version ${number} of ${content.plan}`;
  draft.writes.push({ kind: 'add-plan-version', added, journal: { at, by, note } });
  return added;
}

export const approvePlanVerb = verb({
  name: 'plan.approve',
  summary: 'Approve a plan: its graph and every command that it would run',
  asks: 'person',
  reads: false,
  input: ApprovePlan,
  answer: async () => (await import('../../contract/answer/plan-version.ts')).ApprovedPlanAnswer,
  run: approvePlan,
  json: ({ plan, is, version, contentHash, runId, text, touched, aside }) => ({
    plan,
    is,
    version,
    content_hash: contentHash,
    run_id: runId,
    text,
    touched,
    kept_aside: aside,
  }),
});
