import type { JournalNote } from '../domain/journal/journal.ts';
import type { Outcome } from '../domain/outcome.ts';
import { originOf } from '../domain/session/origin.ts';
import {
  type Session,
  type SessionEvent,
  type SessionPatch,
  stepSession,
} from '../domain/session/session.ts';
import { nextPosition, stepTurn, type Turn, type TurnEvent, type TurnKind } from '../domain/turn/turn.ts';
import type { Write } from '../store/store.ts';

/**
 * One commit in the making: the session and its turns as they will be, and the writes that make them so.
 * Steps are checked against the drafted state, so several facts can be settled in one transaction.
 */
export type Draft = {
  session: Session;
  turns: readonly Turn[];
  readonly writes: Write[];
  readonly at: number;
  readonly by: string;
};

export const openDraft = (
  session: Session,
  turns: readonly Turn[],
  who: Readonly<{ at: number; by: string }>,
): Draft => ({ session, turns, writes: [], at: who.at, by: who.by });

export const noteOf = (draft: Pick<Draft, 'at' | 'by'>, note: string): JournalNote => ({
  at: draft.at,
  by: draft.by,
  note,
});

/** The value of an outcome that only a mistake of ours could refuse. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`assumed possible, but refused: ${JSON.stringify(outcome.refusal)}`);
}

export function draftStep(
  draft: Draft,
  event: SessionEvent,
  more: Readonly<{ note: string; patch?: SessionPatch }>,
): void {
  const change = more.patch ? { at: draft.at, patch: more.patch } : { at: draft.at };
  const step = unwrap(stepSession(draft.session, event, change));
  draft.session = step.to;
  draft.writes.push({ kind: 'step-session', step, journal: noteOf(draft, more.note) });
}

export function draftTurnStep(
  draft: Draft,
  turn: Turn,
  move: Readonly<{ event: TurnEvent; note: string; attempt?: number; body?: string }>,
): void {
  const { attempt, body } = move;
  const to = attempt === undefined ? {} : { attempt, position: nextPosition(draft.turns, attempt) };
  const words = body === undefined ? {} : { body };
  const step = unwrap(stepTurn(turn, move.event, { at: draft.at, ...to, ...words }));
  draft.turns = draft.turns.map((other) => (other.id === turn.id ? step.to : other));
  draft.writes.push({ kind: 'step-turn', step, journal: noteOf(draft, move.note) });
}

/** Makes this commit stale if another writer changed the session since it was read, even without a step. */
export function draftTouch(draft: Draft): void {
  draft.writes.push({ kind: 'touch-session', session: draft.session });
  draft.session = { ...draft.session, version: draft.session.version + 1 };
}

type TurnTermsOf = Partial<Pick<Turn, 'limitMs' | 'retries'>>;

/** Queues one more turn behind those that are there. */
export function draftTurn(
  draft: Draft,
  turn: Readonly<{ id: string; kind: TurnKind; body: string; round?: number }> & TurnTermsOf,
): Turn {
  const number = draft.turns.reduce((most, { number: n }) => Math.max(most, n), 0) + 1;
  const added: Turn = {
    ...turn,
    // Whatever comes first begins the conversation, unless it is that of another session.
    kind: number === 1 && turn.kind === 'message' && originOf(draft.session) === null ? 'prompt' : turn.kind,
    round: turn.round ?? null,
    limitMs: turn.limitMs ?? null,
    retries: turn.retries ?? null,
    sessionId: draft.session.id,
    number,
    state: 'queued',
    attempt: 0,
    position: 0,
    createdAt: draft.at,
    changedAt: draft.at,
  };
  draft.turns = [...draft.turns, added];
  draft.writes.push({
    kind: 'add-turn',
    turn: added,
    journal: noteOf(draft, `turn ${number}: ${turn.kind}`),
  });
  return added;
}
