import { RejectPlan } from '../../contract/plan/plan-version.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { rejection } from '../../domain/plan/version/approval-answer.ts';
import type { PlanVersion } from '../../domain/plan/version/plan-version.ts';
import type { VerbDeps } from '../deps.ts';
import { answerQuestion } from '../question/answer-question.ts';
import { verb } from '../verb.ts';
import { findWaiting } from './find-waiting.ts';
import type { PlanDeps } from './plan-deps.ts';

export type Rejected = Readonly<{ version: PlanVersion; words: string }>;
type RejectDeps = PlanDeps & Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>;

/** Sends a design back to its architect, with the words. */
async function rejectPlan(deps: RejectDeps, { plan, words }: RejectPlan): Promise<Outcome<Rejected>> {
  const waiting = await findWaiting(deps.store, plan);
  if (waiting === null) return refuseRejection(deps, plan);
  const { question, version } = waiting;
  const answered = await answerQuestion(deps, { questionId: question.id, answer: rejection(words) });
  return answered.ok ? accept({ version, words }) : answered;
}

async function refuseRejection({ store, plans }: RejectDeps, plan: string): Promise<Outcome<never>> {
  const last = (await store.listPlanVersions({ plan })).at(-1);
  if (last !== undefined && last.state === 'approved') {
    const { number, state } = last;
    return refuse({ code: 'plan-version-decided', plan, number, state, event: 'reject' });
  }
  const located = await plans.find(plan);
  return located.ok ? refuse({ code: 'plan-not-waiting', plan }) : located;
}

export const rejectPlanVerb = verb({
  name: 'plan.reject',
  summary: 'Send a design back to its architect, with the reason',
  asks: 'person',
  reads: false,
  input: RejectPlan,
  answer: async () => (await import('../../contract/answer/plan-version.ts')).RejectedPlanAnswer,
  run: rejectPlan,
  json: ({ version: { plan, number, runId }, words }) => ({ plan, version: number, run_id: runId, words }),
});
