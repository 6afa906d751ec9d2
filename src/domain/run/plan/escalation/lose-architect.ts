import { decideRecovery, recordOf } from '../../error-handling.ts';
import type { RunFact } from '../../program.ts';
import { withRole } from '../../workflow/state.ts';
import { ordering, type PlanMove } from '../plan-state.ts';
import { askDirectly } from './ask-person.ts';
import {
  ARCHITECT,
  type Escalation,
  isSameEscalation,
  type NoteMatter,
  withEscalation,
} from './escalation.ts';
import { giveArchitect } from './serve.ts';
import { ARCHITECT_NUDGE } from './words.ts';

const isUnanswered = ({ at, isTold }: NoteMatter): boolean => at === 'architect' && isTold;

/** The architect's turn is over. What it left unanswered is asked for again, then of the person. */
export function applyArchitectTurn(move: PlanMove, round: number | null): PlanMove {
  const escalation = move.state.escalations.find((one) => one.round !== null);
  // A later turn of the architect ends the one of the escalation too.
  const isEarlier = round !== null && round < (escalation?.round ?? 0);
  if (escalation === undefined || isEarlier) return move;
  const { notes, nudges } = escalation;
  const left = notes.filter(isUnanswered);
  if (left.length === 0)
    return { ...move, state: withEscalation(move.state, escalation, { round: null, nudges: 0 }) };
  const silence = { strategy: 'ask', isOptional: false, nudges, isPassing: false } as const;
  if (decideRecovery('role-silent', silence) !== 'nudge')
    return giveUp(move, escalation, `the ${ARCHITECT} gave no answer`);
  const text = ARCHITECT_NUDGE(left.map(({ id }) => id));
  const nudged = giveArchitect(move, escalation, text);
  return { ...nudged, state: withEscalation(nudged.state, escalation, { nudges: nudges + 1 }) };
}

type SessionEndFact = Extract<RunFact, { is: 'session-ended' }>;

/** Its session is over. It is opened again for the next escalation, or to answer this one. */
export function applyArchitectEnd(move: PlanMove, { ending, reason }: SessionEndFact): PlanMove {
  const closed: PlanMove = { ...move, state: withRole(move.state, ARCHITECT, 'closed') };
  if (ending === 'completed') return applyArchitectTurn(closed, null);
  const escalation = closed.state.escalations.find((one) => one.round !== null);
  const why = `the ${ARCHITECT} is lost: ${ending}, ${reason}`;
  const error = { cause: 'role-lost', role: ARCHITECT, message: why } as const;
  const recorded = ordering(closed, { is: 'record-error', ...recordOf(error, 'ask') });
  return escalation === undefined ? recorded : giveUp(recorded, escalation, why);
}

/** Nothing hangs: the person is asked directly for what the architect did not answer. */
function giveUp(move: PlanMove, given: Escalation, why: string): PlanMove {
  const free: PlanMove = { ...move, state: withEscalation(move.state, given, { round: null, nudges: 0 }) };
  const escalation = free.state.escalations.find((one) => isSameEscalation(one, given));
  const left = escalation?.notes.filter(({ at }) => at === 'architect') ?? [];
  return left.reduce(
    (so, note) => (escalation === undefined ? so : askDirectly(so, { escalation, note }, why)),
    free,
  );
}
