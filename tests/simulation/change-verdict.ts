import type { Plan } from '../../src/domain/plan/plan.ts';
import { isSamePlan, isStructural } from '../../src/domain/run/plan/compare-plans.ts';
import { DESIGN_VERIFIER } from '../../src/domain/run/plan/escalation/escalation.ts';
import type { PlanState } from '../../src/domain/run/plan/plan-state.ts';
import type { RunFact } from '../../src/domain/run/program.ts';

type Before = Readonly<{ plan: Plan; state: PlanState }>;

/** Why a run may not go on with this plan after these facts; null when it may. */
export function findUnagreed(before: Before, after: Plan, [fact]: readonly RunFact[]): string | null {
  if (isSamePlan(before.plan, after)) return null;
  switch (fact?.is) {
    case 'note-routed':
      return isGrownByOne(before.plan, after, fact.taskId) ? null : 'guidance changed more than its task';
    case 'plan-proposed': {
      if (isStructural(before.plan, after)) return 'its structure was verified by no verifier';
      return fact.by === 'person' || before.state.isUnattended ? null : 'no person agreed';
    }
    case 'message': {
      const isVerified = fact.from === DESIGN_VERIFIER && fact.verdict === 'approved';
      const isAgreed = before.state.change?.by === 'person' || before.state.isUnattended;
      return isVerified && isAgreed ? null : `${fact.from} said ${fact.verdict}`;
    }
    case 'answered': {
      const isAsked = before.state.change?.question === fact.question;
      return isAsked && fact.answer === 'apply it' ? null : `a person said ${fact.answer}`;
    }
    default:
      return `by ${fact?.is}`;
  }
}

const isGrownByOne = ({ tasks }: Plan, after: Plan, id: string): boolean =>
  after.tasks.length === tasks.length + 1 && after.tasks.at(-1)?.id === id;
