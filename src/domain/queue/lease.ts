import { accept, type Outcome, refuse } from '../outcome.ts';
import type { WorkItem } from './work-item.ts';

type Leased = Pick<WorkItem, 'state' | 'leaseUntil'>;

export const isLeaseOver = ({ leaseUntil }: Leased, at: number): boolean =>
  leaseUntil !== null && leaseUntil <= at;

/** Somebody works on it and has not let it run out. */
export const hasLiveLease = (work: Leased, at: number): boolean =>
  work.state === 'claimed' && !isLeaseOver(work, at);

/** Who wants to change work, and which claim they rely on; without a number it is their name that counts. */
export type Asker = Readonly<{ by: string; at: number; fence?: number | undefined }>;

/**
 * Whether whoever asks may still speak for this work. What is said with the number of a claim counts only
 * while that claim is the newest and its lease runs. Work that nobody holds may be settled by anybody.
 */
export function checkLease(work: WorkItem, { by, at, fence }: Asker): Outcome<WorkItem> {
  const holder = hasLiveLease(work, at) ? work.holder : null;
  if (fence !== undefined) {
    if (holder !== null && work.fence === fence) return accept(work);
    return refuse({ code: 'lease-gone', workId: work.id, fence, state: work.state, holder });
  }
  if (holder === null || holder === by) return accept(work);
  return refuse({ code: 'work-held', workId: work.id, holder, until: work.leaseUntil ?? at });
}
