import type { VerbDeps } from '../../app/deps.ts';
import { type Draft, draftStep, draftTurnStep } from '../../app/draft.ts';
import { decideRetry, type RetryCause } from '../../domain/retry/retry.ts';
import type { EndReason, SessionEnding } from '../../domain/session/session.ts';
import { openTurns } from './session-scene.ts';

const TEXT_MAX = 2_000;

export type Retrying = Readonly<{
  cause: RetryCause;
  text: string;
  /** When the other side said that it works again. */
  resetAt?: number | null;
}>;

/**
 * Parks a session for its next attempt: the process and the slot are let go until a time, and the
 * conversation goes on then. False when no try is left; nothing is drafted.
 */
export function draftRetry(
  draft: Draft,
  { cause, text, resetAt = null }: Retrying,
  config: VerbDeps['config'],
): boolean {
  const { attempt, retriesLeft } = draft.session;
  const retry = decideRetry(cause, {
    now: draft.at,
    // A limit costs no retry, so only the attempts tell how often it was met.
    failures: cause === 'rate-limit' ? attempt : config.retries - retriesLeft + 1,
    retriesLeft,
    resetAt,
    capMs: config.failures.backoffCapMs,
  });
  if (retry.is !== 'retry-at') return false;
  const left = retriesLeft - (retry.costsRetry ? 1 : 0);
  draftStep(draft, 'park', {
    note: text.slice(0, TEXT_MAX),
    patch: { retriesLeft: left, resumeAt: retry.at },
  });
  return true;
}

/** The same; without a try left the session fails with the reason. */
export function draftRetryOrFail(
  draft: Draft,
  { reason, ...retrying }: Retrying & Readonly<{ reason: EndReason }>,
  config: VerbDeps['config'],
): void {
  if (!draftRetry(draft, retrying, config))
    draftStopWork(draft, { ending: 'failed', reason, text: retrying.text });
}

/**
 * Gives back the turns of an attempt that is over and whose record is read to its end. Never echoed: to be
 * handed over again. Echoed: interrupted, and "continue" takes its place, unless the agent has no memory that
 * it could go on from.
 */
export function draftReturnTurns(draft: Draft, { canResume }: { canResume: boolean }): void {
  for (const turn of openTurns(draft.turns, draft.session.attempt)) {
    const event = turn.state === 'handed' || !canResume ? 'return' : 'interrupt';
    draftTurnStep(draft, turn, { event, note: `attempt ${draft.session.attempt} ended` });
  }
}

export type Stopping = Readonly<{ ending: SessionEnding; reason: EndReason | null; text: string }>;

/** Decides how the session ends. From here on there should be no process. */
export function draftStopWork(draft: Draft, { ending, reason, text }: Stopping): void {
  const event = ending === 'killed' ? 'stop' : 'end';
  const reasonText = text.slice(0, TEXT_MAX);
  draftStep(draft, event, { note: reasonText, patch: { ending, reason, reasonText } });
}
