import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { VerbDeps } from '../deps.ts';

type ReleaseDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'workspaces'>;

/** Puts the folder away and notes it. Gives back the refs that hold what was not committed. */
export async function releaseWorkspace(deps: ReleaseDeps, from: Workspace): Promise<readonly string[]> {
  // It may have gone to a successor since it was read.
  if ((await deps.store.findWorkspace(from.sessionId))?.version !== from.version) return [];
  const { rescue } = await deps.workspaces.ensureReleased(from);
  const at = deps.clock.now();
  const to: Workspace = { ...from, state: 'released', version: from.version + 1, changedAt: at };
  const note = rescue?.ref ?? 'nothing was left uncommitted';
  await deps.store.commit([{ kind: 'save-workspace', from, to, journal: { at, by: deps.by, note } }]);
  return rescue ? [rescue.ref] : [];
}
