import { findUnsettled } from '../../app/note/unsettled.ts';
import { findPlanScene } from '../../app/plan/plan-scene.ts';
import { findUnnoted } from '../../domain/plan/check-submission.ts';
import { asAgentPath, roleFiles } from '../../domain/plan/plan-folder.ts';
import type { CriterionResult } from '../../domain/plan/verification.ts';
import { runKey } from '../../domain/run/names.ts';
import type { Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { intakeNotes, type TakenNotes } from './intake-notes.ts';

/**
 * Before a run hears that a turn is over: what the agent noted in its file comes first. True when there was
 * something; the run is woken again.
 */
export async function intakeEnded(deps: RoundDeps, session: Session): Promise<boolean> {
  return (await intake(deps, session)) === 'moved';
}

/** Why a task cannot go to its verifier for its notes; null when it can. `moved`: look again. */
export async function findBadNotes(
  deps: RoundDeps,
  session: Session,
): Promise<CriterionResult | null | 'moved'> {
  const taken = await intake(deps, session);
  if (taken === 'moved') return 'moved';
  const file = asAgentPath(roleFiles(session.role ?? '').notes);
  const unsettled = await findUnsettled(deps.store, session);
  return findUnnoted({ file, problems: taken?.problems ?? [], unsettled });
}

/** Null where there is no such file. `moved`: rows were written, and the run is woken again. */
async function intake(deps: RoundDeps, session: Session): Promise<TakenNotes | 'moved' | null> {
  if (session.runId === null || !session.hasWorkspace) return null;
  const workspace = (await deps.store.findWorkspace(session.id)) ?? null;
  const plan = await findPlanScene(deps.store, { session, workspace });
  if (plan === null || !deps.planFolders.hasFolder(plan.location)) return null;
  const notes = deps.planFolders.readNotes(plan.location);
  const taken = await intakeNotes(deps, plan, { notes, turns: await deps.store.listTurns(session.id) });
  if (taken !== 'moved' && !taken.hasMoved) return taken;
  await deps.poke(runKey(session.runId));
  return 'moved';
}
