import type { Outcome } from '../outcome.ts';
import { decideRetry } from '../retry/retry.ts';
import { stepWork, type WorkItem, type WorkStep, withoutLapsedLease } from './work-item.ts';

type Failing = Readonly<{ at: number; reason: string; isFinal: boolean; capMs: number }>;

/** Requeues with backoff while retries are left; else fails. */
export function stepFailure(work: WorkItem, { at, reason, isFinal, capMs }: Failing): Outcome<WorkStep> {
  const isClaimed = withoutLapsedLease(work, at).state === 'claimed';
  const retry = decideRetry('work-failed', {
    now: at,
    failures: work.retries - work.retriesLeft + 1,
    retriesLeft: work.retriesLeft,
    isHopeless: isFinal || !isClaimed,
    capMs,
  });
  return retry.is === 'retry-at'
    ? stepWork(work, 'retry', { at, patch: { reasonText: reason, notBefore: retry.at } })
    : stepWork(work, 'fail', { at, patch: { reasonText: reason } });
}
