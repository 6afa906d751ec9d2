import type { VerbDeps } from '../../app/deps.ts';
import { type Draft, draftStep } from '../../app/draft.ts';
import { type Attempt, hasProgressed } from '../../domain/attempt/attempt.ts';
import { decideRetry, failuresAfter, RETRY_POLICIES, type RetryCause } from '../../domain/retry/retry.ts';
import { mayRetry } from '../../domain/retry/retry-rule.ts';
import type { EndReason, SessionEnding } from '../../domain/session/session.ts';

const TEXT_MAX = 2_000;

export type Retrying = Readonly<{
  cause: RetryCause;
  text: string;
  /** The attempt that came to this, as its record says so far. */
  attempt: Pick<Attempt, 'messages' | 'tools'> | null;
  /** When the other side said that it works again. */
  resetAt?: number | null;
}>;

/**
 * Parks a session for its next attempt: the process and the slot are let go until a time, and the
 * conversation goes on then. False when no try is left; nothing is drafted.
 */
export function draftRetry(
  draft: Draft,
  { cause, text, attempt, resetAt = null }: Retrying,
  config: VerbDeps['config'],
): boolean {
  const { retriesLeft, retry: rule } = draft.session;
  if (!mayRetry(rule, cause)) return false;
  const isCounted = RETRY_POLICIES[cause].tries === 'counted';
  const failures = failuresAfter(cause, {
    failures: draft.session.failures,
    hasProgressed: hasProgressed(attempt),
  });
  const retry = decideRetry(cause, {
    now: draft.at,
    failures: isCounted ? (rule?.tries ?? config.retries) - retriesLeft + 1 : failures,
    retriesLeft,
    resetAt,
    capMs: config.failures.backoffCapMs,
  });
  if (retry.is !== 'retry-at') return false;
  const left = retriesLeft - (retry.costsRetry ? 1 : 0);
  const note = text.slice(0, TEXT_MAX);
  draftStep(draft, 'park', {
    note,
    patch: { retriesLeft: left, resumeAt: retry.at, failures, parked: { cause, text: note } },
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

export type Stopping = Readonly<{ ending: SessionEnding; reason: EndReason | null; text: string }>;

/** Decides how the session ends. From here on there should be no process. */
export function draftStopWork(draft: Draft, { ending, reason, text }: Stopping): void {
  const event = ending === 'killed' ? 'stop' : 'end';
  const reasonText = text.slice(0, TEXT_MAX);
  draftStep(draft, event, { note: reasonText, patch: { ending, reason, reasonText } });
}
