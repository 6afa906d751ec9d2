import { listTaskNotes } from '../../app/note/task-notes.ts';
import type { PlanScene } from '../../app/plan/plan-scene.ts';
import { findTaskStart } from '../../app/plan/task-start.ts';
import { archiveName } from '../../views/plan/session-archive.ts';
import { renderSessionCurrent } from '../../views/plan/session-current.ts';
import type { RoundDeps } from '../deps.ts';
import type { TakenNotes } from './intake-notes.ts';

/**
 * Draws the notes of the task in hand as the rows have them, in the place of what was taken in. A file about
 * an earlier task is renamed first.
 */
export async function drawTaskNotes(
  deps: RoundDeps,
  { location, session, inHand, sight }: PlanScene,
  { seen, earlier }: TakenNotes,
): Promise<void> {
  if (inHand === null) return;
  const { task } = inHand;
  const { runId, role } = location;
  const notes = await listTaskNotes(deps.store, session, task.id);
  const startedAt = await findTaskStart(deps.store, { runId, role, task, sight });
  const text = renderSessionCurrent({ taskId: task.id, startedAt, notes });
  if (seen?.text === text) return;
  const old = sight.plan.tasks.find(({ id }) => id === earlier);
  const oldStart = old && (await findTaskStart(deps.store, { runId, role, task: old, sight }));
  const keepAs = old ? archiveName({ taskId: old.id, startedAt: oldStart ?? null }) : null;
  await deps.planFolders.drawNotes(location, { text, stamp: seen?.stamp ?? null, keepAs });
}
