import { STALE_MS } from '../../domain/participant/presence.ts';
import { isThrowAway } from '../../domain/workspace/workspace.ts';
import type { WorkFolder } from '../../runtime/workspace/work-folders.ts';
import type { VerbDeps } from '../deps.ts';

export type WorkFolderDeps = Pick<VerbDeps, 'store' | 'clock' | 'hostId'> &
  Readonly<{
    /** Where sessions without a workspace of their own work. */
    projectRoot: string;
  }>;

/** The folders of this host in which participants are at work: those that joined, and live sessions. */
export async function listWorkFolders(deps: WorkFolderDeps): Promise<readonly WorkFolder[]> {
  const since = deps.clock.now() - STALE_MS;
  const joined = await deps.store.listParticipants({ state: 'active', since });
  const ofJoined = joined
    .filter(({ hostId }) => hostId === deps.hostId)
    .map(({ id, workDir }) => ({ participantId: id, path: workDir }));
  return [...ofJoined, ...(await listSessionFolders(deps))];
}

async function listSessionFolders({ store, hostId, projectRoot }: WorkFolderDeps): Promise<WorkFolder[]> {
  const live = (await store.listLive()).filter((session) => session.hostId === hostId);
  const folders: WorkFolder[] = [];
  for (const { id, workDir, attempt } of live) {
    // One that has had no process has changed nothing.
    if (attempt === 0) continue;
    const workspace = await store.findWorkspace(id);
    // What a verifier changes in its checkout is merged with nothing.
    if (workspace && isThrowAway(workspace)) continue;
    folders.push({ participantId: id, path: workspace?.path ?? workDir ?? projectRoot });
  }
  return folders;
}
