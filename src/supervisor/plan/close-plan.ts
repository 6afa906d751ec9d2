import { locationOf } from '../../app/plan/plan-scene.ts';
import { planSightOf } from '../../domain/run/plan/plan-sight.ts';
import type { Run } from '../../domain/run/run.ts';
import type { Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { createPlanPainter } from '../drawing/plan-painter.ts';

/**
 * What agents of a plan left is taken in a last time, before their workspaces may be put away. The folder of
 * the run is drawn as it will be: a run that is over may get no more rounds.
 */
export async function closePlan(deps: RoundDeps, run: Run, sessions: readonly Session[]): Promise<void> {
  const memory = await deps.store.findRunMemory(run.id);
  if (memory === undefined || planSightOf(memory) === null) return;
  for (const session of sessions) {
    const workspace = session.hasWorkspace ? ((await deps.store.findWorkspace(session.id)) ?? null) : null;
    const location = locationOf({ session, workspace });
    if (location !== null) await deps.planFolders.takeOutputs(location);
  }
  await createPlanPainter(deps)({ ...run, state: run.ending ?? run.state });
  await deps.planBranches.ensureUnpinned(run.id);
}
