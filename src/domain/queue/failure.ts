import type { Outcome } from '../outcome.ts';
import { backoffMs } from '../retry/backoff.ts';
import { decideFailure, stepWork, type WorkItem, type WorkStep, withoutLapsedLease } from './work-item.ts';

const FIRST_RETRY_MS = 2_000;

type Failing = Readonly<{ at: number; reason: string; isFinal: boolean; capMs: number }>;

/** Requeues with backoff while retries are left; else fails. */
export function stepFailure(work: WorkItem, { at, reason, isFinal, capMs }: Failing): Outcome<WorkStep> {
  const event = decideFailure(withoutLapsedLease(work, at), isFinal);
  const nth = work.retries - work.retriesLeft + 1;
  const later = { notBefore: at + backoffMs(nth, { firstMs: FIRST_RETRY_MS, capMs }) };
  return stepWork(work, event, { at, patch: { reasonText: reason, ...(event === 'retry' ? later : {}) } });
}
