import { dropBareBranch } from '../../app/run/bare-branch.ts';
import { releaseWorkspace } from '../../app/session/release-workspace.ts';
import type { Run } from '../../domain/run/run.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { NextRound, RoundDeps } from '../deps.ts';

/**
 * Puts the workspaces of a completed run away, one a round. One with work that is on no branch stays for a
 * look, and so does everything of a run that failed or was stopped: `swarm clean` is for those.
 */
export async function tidyRun(deps: RoundDeps, run: Run): Promise<NextRound> {
  if (run.state !== 'completed' || run.cleanup !== 'auto') return { restUntil: null };
  for (const session of await deps.store.listRunSessions(run.id)) {
    const workspace = await findLeft(deps, session);
    if (!workspace || (await deps.workspaces.findForeign(workspace)) !== null) continue;
    if (!(await deps.workspaces.isCommitted(workspace))) continue;
    await releaseWorkspace(deps, workspace);
    await dropBareBranch(deps, workspace);
    return 'again';
  }
  return { restUntil: null };
}

async function findLeft({ store, hostId }: RoundDeps, session: Session): Promise<Workspace | undefined> {
  // The folder of one that worked elsewhere is nothing that can be seen from here.
  const isHere = session.hostId === null || session.hostId === hostId;
  if (!session.hasWorkspace || !isHere || !isOver(session)) return undefined;
  const workspace = await store.findWorkspace(session.id);
  return workspace?.state === 'released' ? undefined : workspace;
}
