import { findPlanScene, locationOf } from '../../app/plan/plan-scene.ts';
import { OUTBOX_QUIET_MS } from '../../domain/message/outbox-move.ts';
import type { RoundDeps } from '../deps.ts';
import type { SessionScene } from '../session/session-scene.ts';
import { hasUntaken } from '../session/untaken.ts';
import { drawTaskNotes } from './draw-task-notes.ts';
import { intakeNotes } from './intake-notes.ts';

/** Whether another writer was faster, and when a file that still changes is looked at again. */
export type FolderNews = Readonly<{ isStale: boolean; dueAt: number | null }>;

const NOTHING: FolderNews = { isStale: false, dueAt: null };
const AT_WORK: ReadonlySet<string> = new Set(['starting', 'working']);

/**
 * Takes in what an agent of a plan left in its folder: its notes and its outputs at the end of its turn and
 * before anything that it asks for, its notes also when they have stopped changing.
 */
export async function intakePlanFolder(deps: RoundDeps, scene: SessionScene): Promise<FolderNews> {
  const location = locationOf(scene);
  if (location === null || !deps.planFolders.hasFolder(location)) return NOTHING;
  const { session, observation } = scene;
  const isAtRest = observation.is !== 'alive' || !AT_WORK.has(session.state);
  const isDue = isAtRest || (await hasUnread(deps, session.id));
  const notes = deps.planFolders.readNotes(location);
  if (!isDue && (notes === null || notes.isTaken)) return NOTHING;
  const quietAt = (notes?.changedAt ?? 0) + OUTBOX_QUIET_MS;
  if (!isDue && quietAt > deps.clock.now()) return { isStale: false, dueAt: quietAt };
  const plan = await findPlanScene(deps.store, scene);
  if (plan === null) return NOTHING;
  if (isDue) await deps.planFolders.takeOutputs(location);
  const taking = await intakeNotes(deps, plan, { notes, turns: scene.turns });
  if (taking === 'moved') return { isStale: true, dueAt: null };
  if (isAtRest && taking.isWhole) await drawTaskNotes(deps, plan, taking);
  return { isStale: taking.hasMoved, dueAt: null };
}

const hasUnread = async (deps: RoundDeps, sessionId: string): Promise<boolean> =>
  (await deps.outboxes.listOfSession(sessionId)).length > 0 || hasUntaken(deps, sessionId);
