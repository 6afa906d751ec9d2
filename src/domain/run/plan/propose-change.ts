import type { Plan } from '../../plan/plan.ts';
import { decideRecovery } from '../error-handling.ts';
import type { MessageFact } from '../program.ts';
import { withRole } from '../workflow/state.ts';
import { feedbackText } from '../workflow/words.ts';
import { changePlan } from './change-plan.ts';
import { approvalText, CHANGE_NUDGE, changesText, refusedText, verifyChangeText } from './change-words.ts';
import { isStructural, keepOpened, whyNotChanged } from './compare-plans.ts';
import { ARCHITECT, DESIGN_VERIFIER } from './escalation/escalation.ts';
import type { PlanFact } from './plan-fact.ts';
import { ordering, type PlanChange, type PlanMove } from './plan-state.ts';
import { giveRoleTurn } from './schedule.ts';

const APPLY = 'apply it';
const DROP = 'drop it';

type Proposed = Extract<PlanFact, { is: 'plan-proposed' }>;

/** A new version that has passed the checker. Where its structure changes, the design verifier judges it. */
export function applyProposed(move: PlanMove, { plan: version, by }: Proposed): PlanMove {
  if (whyNotChanged(move, version) !== null) return move;
  const plan = keepOpened(move, version);
  const change: PlanChange = { plan, by, round: null, nudges: 0, question: null };
  const begun: PlanMove = { ...move, state: { ...move.state, change } };
  if (!isStructural(move.plan, plan)) return approve(begun, change, null);
  return giveVerifier(begun, change, verifyChangeText({ plan, changes: changesText(move, plan) }));
}

function giveVerifier(move: PlanMove, change: PlanChange, text: string): PlanMove {
  const given = giveRoleTurn(move, { role: DESIGN_VERIFIER, text, stage: move.state.stage });
  return withChange(given, { ...change, round: given.state.round });
}

const withChange = (move: PlanMove, change: PlanChange | null): PlanMove => ({
  ...move,
  state: { ...move.state, change },
});

/** Who handed it in as a person has said yes to it; so has the one who started the run with --yes. */
function approve(move: PlanMove, change: PlanChange, why: string | null): PlanMove {
  const isAgreed = why === null && (change.by === 'person' || move.state.isUnattended);
  return isAgreed ? changePlan(move, change.plan) : ask(move, change, why);
}

function ask(move: PlanMove, change: PlanChange, why: string | null): PlanMove {
  const question = move.state.questions + 1;
  const text = approvalText(changesText(move, change.plan), why);
  const asked: PlanMove = { ...move, state: { ...move.state, questions: question } };
  return ordering(withChange(asked, { ...change, round: null, question }), {
    is: 'ask',
    question,
    text,
    options: [APPLY, DROP],
  });
}

/** The design verifier's word on a change; null when the message is about something else. */
export function applyVerdict(move: PlanMove, fact: MessageFact): PlanMove | null {
  const { change } = move.state;
  const isVerdict = fact.from === DESIGN_VERIFIER && fact.type === 'review';
  if (!isVerdict || change === null || change.round === null) return null;
  if (fact.round !== null && fact.round !== change.round) return null;
  if (fact.verdict === 'approved') return approve(move, { ...change, round: null }, null);
  const findings = feedbackText(fact);
  if (change.by === 'person') return ask(move, change, `The design verifier finds:\n${findings}`);
  return tellArchitect(withChange(move, null), `the design verifier finds:\n${findings}`);
}

function tellArchitect(move: PlanMove, why: string): PlanMove {
  return giveRoleTurn(move, { role: ARCHITECT, text: refusedText(why), stage: move.state.stage });
}

/** A person answered whether a change counts; null when the question was about something else. */
export function applyApproval(move: PlanMove, question: number, answer: string): PlanMove | null {
  const { change } = move.state;
  if (change === null || change.question !== question) return null;
  if (answer === APPLY) return changePlan(move, change.plan);
  const dropped = withChange(move, null);
  return change.by === 'person' ? dropped : tellArchitect(dropped, 'the person has dropped it.');
}

/** The design verifier went quiet, or is lost: then the person decides without its word. */
export function applyVerifierSilence(move: PlanMove, round: number | null): PlanMove {
  const { change } = move.state;
  if (change === null || change.round === null) return move;
  if (round !== null && change.round !== round) return move;
  const { nudges } = change;
  const silence = { strategy: 'ask', isOptional: false, nudges, isPassing: false } as const;
  if (round === null || decideRecovery('role-silent', silence) !== 'nudge')
    return ask(move, change, 'The design verifier gave no verdict.');
  return giveVerifier(move, { ...change, nudges: nudges + 1 }, CHANGE_NUDGE);
}

export const applyVerifierEnd = (move: PlanMove): PlanMove =>
  applyVerifierSilence({ ...move, state: withRole(move.state, DESIGN_VERIFIER, 'closed') }, null);

/** A version that needs no more consent. */
export function applyChanged(move: PlanMove, version: Plan): PlanMove {
  return whyNotChanged(move, version) === null ? changePlan(move, version) : move;
}
