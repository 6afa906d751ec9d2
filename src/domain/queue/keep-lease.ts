import type { Outcome } from '../outcome.ts';
import { isLeaseOver } from './lease.ts';
import { stepWork, type WorkItem, type WorkStep } from './work-item.ts';

/** Renews the lease of a holder that still works, even one that ran out unnoticed. */
export function keepLease(
  work: WorkItem,
  { at, leaseMs }: Readonly<{ at: number; leaseMs: number }>,
): Outcome<WorkStep> {
  const { holder, sessionId, progress } = work;
  const event = isLeaseOver(work, at) ? 'claim' : 'renew';
  return stepWork(work, event, { at, patch: { holder, sessionId, progress, leaseUntil: at + leaseMs } });
}

/** A lease is renewed after half of its time. */
export const renewAt = ({ leaseUntil }: WorkItem, leaseMs: number): number =>
  (leaseUntil ?? 0) - Math.floor(leaseMs / 2);
