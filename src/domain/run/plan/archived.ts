import type { PlanTask } from '../../plan/plan.ts';
import type { PlanSight } from './plan-sight.ts';
import { progressOfTask } from './plan-state.ts';

/**
 * Tasks whose notes are put away: they are verified, and their role has begun another one or the run is
 * over.
 */
export function listArchived({ plan, state }: PlanSight): readonly PlanTask[] {
  const statusOf = (task: PlanTask): string => progressOfTask(state, task).status;
  const began = (task: PlanTask): number => progressOfTask(state, task).firstRound ?? 0;
  const lastBegan = new Map<string, number>();
  for (const task of plan.tasks)
    lastBegan.set(task.role, Math.max(lastBegan.get(task.role) ?? 0, began(task)));
  return plan.tasks.filter((task) => {
    if (statusOf(task) !== 'verified') return false;
    const isFollowed = (lastBegan.get(task.role) ?? 0) > began(task);
    return isFollowed || state.ended !== null;
  });
}
