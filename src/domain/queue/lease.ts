import { accept, type Outcome, refuse } from '../outcome.ts';
import type { Refusal } from '../refusal.ts';
import type { WorkItem } from './work-item.ts';

type Leased = Pick<WorkItem, 'state' | 'leaseUntil'>;

export const isLeaseOver = ({ leaseUntil }: Leased, at: number): boolean =>
  leaseUntil !== null && leaseUntil <= at;

/** The work is claimed, and its lease has not run out. */
export const hasLiveLease = (work: Leased, at: number): boolean =>
  work.state === 'claimed' && !isLeaseOver(work, at);

/** Who wants to change work, and with which fence; without a fence the name counts. */
export type Asker = Readonly<{ by: string; at: number; fence?: number | undefined }>;

/**
 * Whether the asker may change this work. A fence is valid only while its claim is the newest and the lease
 * runs. Work without a live lease may be changed by all.
 */
export function checkLease(work: WorkItem, { by, at, fence }: Asker): Outcome<WorkItem> {
  const holder = hasLiveLease(work, at) ? work.holder : null;
  if (fence !== undefined) {
    if (holder !== null && work.fence === fence) return accept(work);
    return refuse({ code: 'lease-gone', workId: work.id, fence, state: work.state, holder });
  }
  if (holder === null || holder === by) return accept(work);
  return refuse(claimRefusal(work, at));
}

/** Work that another one holds: by whom, since when and until when. */
export const claimRefusal = (
  { id, holder, claimedAt, updatedAt, leaseUntil }: WorkItem,
  at: number,
): Extract<Refusal, { code: 'work-claimed' }> => ({
  code: 'work-claimed',
  workId: id,
  holder: holder ?? '',
  since: claimedAt ?? updatedAt,
  until: leaseUntil ?? at,
});
