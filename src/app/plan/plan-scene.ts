import type { RunMemory } from '../../domain/run/memory.ts';
import {
  type PlanSight,
  planSightOf,
  type TaskInHand,
  taskInHand,
} from '../../domain/run/plan/plan-sight.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { PlanLocation } from '../../runtime/plan-folder/plan-folders.ts';
import type { Store } from '../../store/store.ts';

/** A role of a plan with its folder, and what it has in hand. */
export type PlanScene = Readonly<{
  location: PlanLocation;
  sight: PlanSight;
  session: Session;
  workspace: Workspace;
  inHand: TaskInHand | null;
}>;

type SessionFolder = Readonly<{ session: Session; workspace: Workspace | null }>;

/** Where the folder of a role lies; null for one that has none. */
export function locationOf({ session, workspace }: SessionFolder): PlanLocation | null {
  const { runId, role } = session;
  if (runId === null || role === null || workspace?.state !== 'ready') return null;
  return { runId, role, workspace: workspace.path };
}

/** Null outside of plans. */
export async function findPlanScene(
  store: Pick<Store, 'findRunMemory'>,
  { session, workspace }: SessionFolder,
): Promise<PlanScene | null> {
  const location = locationOf({ session, workspace });
  if (location === null || workspace === null) return null;
  const memory: RunMemory | undefined = await store.findRunMemory(location.runId);
  const sight = memory === undefined ? null : planSightOf(memory);
  if (sight === null) return null;
  return { location, sight, session, workspace, inHand: taskInHand(sight, location.role) };
}

/** When the turn that an agent is at work on, or has ended last, was given. */
export const turnBeganAt = (turns: readonly Turn[]): number =>
  turns.reduce((latest, { attempt, createdAt }) => (attempt > 0 ? Math.max(latest, createdAt) : latest), 0);
