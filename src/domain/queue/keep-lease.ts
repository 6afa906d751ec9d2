import type { Outcome } from '../outcome.ts';
import { isLeaseOver } from './lease.ts';
import { stepWork, type WorkItem, type WorkStep } from './work-item.ts';

/** A holder who still works on it holds on to it, even when its lease ran out while no supervisor ran. */
export function keepLease(
  work: WorkItem,
  { at, leaseMs }: Readonly<{ at: number; leaseMs: number }>,
): Outcome<WorkStep> {
  const { holder, sessionId, progress } = work;
  const event = isLeaseOver(work, at) ? 'claim' : 'renew';
  return stepWork(work, event, { at, patch: { holder, sessionId, progress, leaseUntil: at + leaseMs } });
}

/** When half of a lease is over, it is time for the next one. */
export const renewAt = ({ leaseUntil }: WorkItem, leaseMs: number): number =>
  (leaseUntil ?? 0) - Math.floor(leaseMs / 2);
