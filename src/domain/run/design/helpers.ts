import { decideRecovery } from '../error-handling.ts';
import type { MessageFact } from '../program.ts';
import { ownValue, withRole } from '../workflow/state.ts';
import {
  ARCHITECT,
  type DesignMove,
  HELPERS,
  type HelperRequest,
  ordering,
  withProgress,
} from './design-state.ts';
import { backToArchitect, giveTurn } from './give-turn.ts';
import { helpedText, helperText, NUDGES, unhelpedText } from './words.ts';

export const isHelper = (role: string | null): role is string => HELPERS.some((name) => name === role);

export const isHelpAwaited = ({ state }: DesignMove): boolean =>
  Object.values(state.design.helpers).some(({ round }) => round !== null);

const withHelper = (move: DesignMove, role: string, asked: HelperRequest): DesignMove =>
  withProgress(move, { helpers: { ...move.state.design.helpers, [role]: asked } });

/** The architect asks a sub-designer, whose session begins with its first question. */
export function askHelper(move: DesignMove, role: string, { body }: MessageFact): DesignMove {
  const given = giveTurn(move, role, helperText(move.definition.design, body));
  return withHelper(given, role, { round: given.state.round, nudges: 0 });
}

/** Its answer goes to the architect, as a turn where the design waits for that one. */
export function deliverHelp(move: DesignMove, { id, from, body }: MessageFact): DesignMove {
  const helped = withHelper(move, from, { round: null, nudges: 0 });
  const { pending, design } = helped.state;
  const isWaiting = design.phase === 'designing' && pending === null;
  return isWaiting
    ? backToArchitect(helped, helpedText(from, body))
    : ordering(helped, { is: 'deliver', to: ARCHITECT, messageId: id });
}

/** A sub-designer ended its turn without an answer, or is over. */
export function missHelp(move: DesignMove, role: string, round: number | null): DesignMove {
  const asked = ownValue(move.state.design.helpers, role);
  if (asked === undefined || asked.round === null || (round !== null && round !== asked.round)) return move;
  const facts = { strategy: 'ask', isOptional: true, nudges: asked.nudges, isPassing: false } as const;
  const isLost = ownValue(move.state.roles, role) === 'lost';
  if (isLost || decideRecovery('role-silent', facts) !== 'nudge') return goOnWithout(move, role);
  const given = giveTurn(move, role, NUDGES.helper);
  return withHelper(given, role, { round: given.state.round, nudges: asked.nudges + 1 });
}

function goOnWithout(move: DesignMove, role: string): DesignMove {
  const isOpen = ownValue(move.state.roles, role) === 'open';
  const ended = isOpen ? ordering(move, { is: 'end-session', role }) : move;
  const closed: DesignMove = { ...ended, state: withRole(ended.state, role, 'closed') };
  // It counts as answered: the architect is not sent to it a second time.
  const given = withHelper(closed, role, { round: null, nudges: 0 });
  const { pending, design } = given.state;
  const isWaiting = design.phase === 'designing' && pending === null;
  return isWaiting ? backToArchitect(given, unhelpedText(role)) : given;
}
