import { type Draft, draftTurn, draftTurnStep } from '../../app/draft.ts';
import type { Attempt } from '../../domain/attempt/attempt.ts';
import { type Awaited, awaitedText } from '../../domain/attempt/awaited.ts';
import { CONTINUE_TEXT, continueText, lostWaitText } from '../../domain/session/prompt-text.ts';
import { needsContinue, type Turn } from '../../domain/turn/turn.ts';
import { openTurns } from './session-scene.ts';

/**
 * Gives back the turns of an attempt that is over and whose record is read to its end. Never echoed: to be
 * handed over again. Echoed: interrupted, and "continue" takes its place, unless the agent has no memory that
 * it could go on from. The turns that are to go on come back.
 */
export function draftReturnTurns(draft: Draft, { canResume }: { canResume: boolean }): readonly Turn[] {
  const open = openTurns(draft.turns, draft.session.attempt);
  const seen = canResume ? open.filter(({ state }) => state === 'seen') : [];
  for (const turn of open) {
    const isLeft = turn.kind === 'nudge' ? 'drop' : 'return';
    const event = seen.includes(turn) ? 'interrupt' : isLeft;
    draftTurnStep(draft, turn, { event, note: `attempt ${draft.session.attempt} ended` });
  }
  // A nudge is for the process that was silent, and is not what went unfinished.
  const work = seen.filter(({ kind }) => kind !== 'nudge');
  return work.length > 0 ? work : seen;
}

type LostWait = Readonly<{ awaited: readonly Awaited[]; retries: number; uuid: () => string }>;

/** A process that is gone leaves nothing to wait for: the next one looks at what came of it, so often. */
export function draftLostWait(draft: Draft, { awaited, retries, uuid }: LostWait): void {
  const isAtRest = ['idle', 'waiting'].includes(draft.session.state);
  const isMidTurn = openTurns(draft.turns, draft.session.attempt).length > 0;
  if (awaited.length === 0 || !isAtRest || isMidTurn) return;
  const body = lostWaitText(awaitedText(awaited));
  const before = draft.turns.filter((turn) => turn.kind === 'continue' && turn.body === body).length;
  if (before < retries) draftTurn(draft, { id: uuid(), kind: 'continue', body });
}

type Unfinished = Readonly<{
  /** Turns that were interrupted, though no person wanted that. */
  brokenOff: readonly Turn[];
  attempt?: Pick<Attempt, 'tools' | 'currentTool'> | null;
  uuid: () => string;
}>;

/** Queues the turn that goes on with what was broken off, ahead of all that waits, where it is needed. */
export function draftContinue(draft: Draft, { brokenOff, attempt = null, uuid }: Unfinished): void {
  if (!needsContinue(draft.turns, { isBrokenOff: brokenOff.length > 0 })) return;
  const turn = brokenOff.at(-1);
  const { tools, currentTool } = attempt ?? { tools: 0, currentTool: null };
  const body = turn ? continueText({ turn, tools, currentTool }) : CONTINUE_TEXT;
  draftTurn(draft, { id: uuid(), kind: 'continue', body, limitMs: turn?.limitMs ?? null });
}
