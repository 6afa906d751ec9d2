import type { PlanTask } from '../../domain/plan/plan.ts';
import type { PlanSight } from '../../domain/run/plan/plan-sight.ts';
import { progressOfTask } from '../../domain/run/plan/plan-state.ts';
import type { Store } from '../../store/store.ts';

type TaskOfRun = Readonly<{ runId: string; role: string; task: PlanTask; sight: PlanSight }>;

/** When a role was given a task, or its verification; null before. */
export async function findTaskStart(
  store: Pick<Store, 'listRunSessions' | 'listTurns'>,
  { runId, role, task, sight }: TaskOfRun,
): Promise<number | null> {
  const { firstRound, round } = progressOfTask(sight.state, task);
  const wanted = task.role === role ? firstRound : round;
  if (wanted === null) return null;
  for (const { id } of await store.listRunSessions(runId, role)) {
    const turn = (await store.listTurns(id)).find((one) => one.round === wanted);
    if (turn !== undefined) return turn.createdAt;
  }
  return null;
}
