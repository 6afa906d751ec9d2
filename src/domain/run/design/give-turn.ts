import { ownValue, withRole } from '../workflow/state.ts';
import {
  ARCHITECT,
  type DesignMove,
  type DesignPhase,
  enterPhase,
  ordering,
  PHASES,
  withProgress,
} from './design-state.ts';
import { architectText, verifyText } from './words.ts';

/** Gives a role its next turn, in a round of its own; a new session is told the whole story first. */
export function giveTurn(move: DesignMove, role: string, text: string): DesignMove {
  const { state, definition } = move;
  const round = state.round + 1;
  const isOpen = ownValue(state.roles, role) === 'open';
  const isNewcomer = !isOpen && role === ARCHITECT;
  const told = isNewcomer ? `${architectText(definition.design)}\n\n${text}` : text;
  const opened = { ...withRole(state, role, 'open'), round };
  const opening = isOpen ? [] : [{ is: 'open-session' as const, role }];
  const turn = { is: 'give-turn' as const, role, text: told, stage: state.stage, round };
  return ordering({ ...move, state: opened }, ...opening, turn);
}

/** The turn that the phase waits for. */
export function enterWith(move: DesignMove, phase: DesignPhase, text: string): DesignMove {
  const { role } = PHASES[phase];
  const entered = enterPhase(move, phase);
  if (role === null) return entered;
  const given = giveTurn(entered, role, text);
  return withProgress(given, { turn: given.state.round });
}

export const backToArchitect = (move: DesignMove, text: string): DesignMove =>
  enterWith(withProgress(move, { told: '' }), 'designing', text);

export const verify = (move: DesignMove): DesignMove =>
  enterWith(move, 'verifying', verifyText(move.definition.design, move.state.design));
