import { accept, type Outcome, refuse } from '../outcome.ts';

export type TurnState = 'queued' | 'handed' | 'seen' | 'done' | 'failed' | 'interrupted' | 'dropped';
/**
 * `steer`: a message for an agent at work, which does not wait for the session to rest. `stretch`: the CLI
 * ended the turn at its limit of model turns, and it goes on. `takeover`: no words at all; a screen is opened
 * on the conversation for a person.
 */
export type TurnKind =
  | 'prompt'
  | 'message'
  | 'steer'
  | 'continue'
  | 'stretch'
  | 'answer'
  | 'nudge'
  | 'correction'
  | 'takeover';
export type TurnEvent = 'hand' | 'see' | 'return' | 'finish' | 'fail' | 'interrupt' | 'drop';

/**
 * One prompt, and the agent's work until it hands control back. Its state is the receipt of what it carries.
 */
export type Turn = Readonly<{
  /** Also the id that the agent CLI echoes when it has read the prompt. */
  id: string;
  sessionId: string;
  number: number;
  kind: TurnKind;
  body: string;
  /** The round of the run that it belongs to; null outside of one. */
  round: number | null;
  state: TurnState;
  /** The attempt that it was handed to last; 0 before. */
  attempt: number;
  /** Its position among what that attempt was handed, from 0; it never moves. */
  position: number;
  /** How long it may take; null for the project's own. */
  limitMs: number | null;
  /** It begins work that may crash so often; null where it goes on with work that was begun. */
  retries: number | null;
  createdAt: number;
  changedAt: number;
}>;

export type TurnStep = Readonly<{ from: Turn; event: TurnEvent; to: Turn }>;

// A turn that was handed over but never echoed goes back into the queue when its attempt ends; so does one
// that was read by an agent without a memory.
const NEXT: Record<TurnState, Partial<Record<TurnEvent, TurnState>>> = {
  queued: { hand: 'handed', drop: 'dropped' },
  handed: {
    see: 'seen',
    return: 'queued',
    finish: 'done',
    fail: 'failed',
    interrupt: 'interrupted',
    drop: 'dropped',
  },
  seen: { return: 'queued', finish: 'done', fail: 'failed', interrupt: 'interrupted', drop: 'dropped' },
  done: {},
  failed: {},
  interrupted: {},
  dropped: {},
};

// These go on with work that was begun: nothing that was queued meanwhile replaces it.
const GOES_ON: ReadonlySet<TurnKind> = new Set(['continue', 'stretch', 'answer', 'takeover']);

/** What is still to be handed over, in that order: what goes on with begun work, then the rest as it came. */
export function queuedTurns(turns: readonly Turn[]): Turn[] {
  const queued = turns.filter(({ state }) => state === 'queued');
  return [
    ...queued.filter(({ kind }) => GOES_ON.has(kind)),
    ...queued.filter(({ kind }) => !GOES_ON.has(kind)),
  ];
}

/**
 * Whether the next process has to be told to go on: when a turn was broken off, or there is nothing else to
 * tell it. Not where a queued turn goes on already.
 */
export function needsContinue(turns: readonly Turn[], { isBrokenOff }: { isBrokenOff: boolean }): boolean {
  const queued = queuedTurns(turns);
  return !queued.some(({ kind }) => GOES_ON.has(kind)) && (isBrokenOff || queued.length === 0);
}

/** What an attempt was handed, in that order. */
export const handedTurns = (turns: readonly Turn[], attempt: number): Turn[] =>
  turns
    .filter((turn) => turn.attempt === attempt && turn.state !== 'queued')
    .sort((one, other) => one.position - other.position || one.number - other.number);

/** The position of the next turn that is handed to an attempt. */
export const nextPosition = (turns: readonly Turn[], attempt: number): number =>
  handedTurns(turns, attempt).reduce((next, { position }) => Math.max(next, position + 1), 0);

/**
 * What goes to an agent in the middle of its work: what steers it, and what was queued before that, because
 * messages never overtake each other.
 */
export function steeringTurns(turns: readonly Turn[]): Turn[] {
  const queued = queuedTurns(turns);
  return queued.slice(0, queued.findLastIndex(({ kind }) => kind === 'steer') + 1);
}

type Submitted = Readonly<{ attempt: number; submittedAt: number }>;

/**
 * True for what was submitted during a turn which has ended since: an agent may have taken it in with that
 * one, without a word of its own about it. What is submitted later begins a turn of its own.
 */
export const isWithin = (submitted: Submitted, turns: readonly Turn[]): boolean =>
  turns.some(
    ({ attempt, state, changedAt }) =>
      attempt === submitted.attempt &&
      (state === 'done' || state === 'failed') &&
      changedAt >= submitted.submittedAt,
  );

export const isOpenTurn = (turn: Turn): boolean => turn.state === 'handed' || turn.state === 'seen';

/** It only opens a screen for a person; the agent is asked nothing. */
export const isForScreen = ({ kind }: Pick<Turn, 'kind'>): boolean => kind === 'takeover';

export function stepTurn(
  from: Turn,
  event: TurnEvent,
  change: Readonly<{ at: number; attempt?: number; position?: number; body?: string }>,
): Outcome<TurnStep> {
  const state = NEXT[from.state][event];
  if (!state) return refuse({ code: 'moved-meanwhile', what: `turn ${from.number} of ${from.sessionId}` });
  const { at, attempt = from.attempt, position = from.position, body = from.body } = change;
  return accept({ from, event, to: { ...from, body, state, attempt, position, changedAt: at } });
}
