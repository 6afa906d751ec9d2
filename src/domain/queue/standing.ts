import { hasLiveLease } from './lease.ts';
import type { WorkItem, WorkState } from './work-item.ts';

/** Where work stands at a time. The first four are derived from the clock and other work, never stored. */
export type Standing = 'ready' | 'blocked' | 'scheduled' | 'overdue' | 'in_progress' | 'done' | 'failed';

export const STANDINGS = [
  'ready',
  'blocked',
  'scheduled',
  'overdue',
  'in_progress',
  'done',
  'failed',
] as const satisfies readonly Standing[];

export type StatesById = ReadonlyMap<string, WorkState>;

/** Its unmet needs. */
export const openNeeds = ({ needs }: Pick<WorkItem, 'needs'>, states: StatesById): readonly string[] =>
  needs.filter((id) => states.get(id) !== 'done');

export function standingOf(work: WorkItem, states: StatesById, at: number): Standing {
  if (work.state === 'done' || work.state === 'failed') return work.state;
  if (hasLiveLease(work, at)) return 'in_progress';
  if (openNeeds(work, states).length > 0) return 'blocked';
  if (work.notBefore !== null && work.notBefore > at) return 'scheduled';
  if (work.deadline !== null && work.deadline <= at) return 'overdue';
  return 'ready';
}
