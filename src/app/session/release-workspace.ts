import type { Rescue } from '../../domain/workspace/rescue.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { VerbDeps } from '../deps.ts';

type ReleaseDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'workspaces'>;

/** Puts the folder away and notes it. Gives back the refs that hold what was not committed. */
export async function releaseWorkspace(deps: ReleaseDeps, from: Workspace): Promise<readonly string[]> {
  // It may have gone to a successor since it was read.
  if ((await deps.store.findWorkspace(from.sessionId))?.version !== from.version) return [];
  const { rescue } = await deps.workspaces.ensureReleased(from);
  return noteReleased(deps, from, rescue);
}

/** The same, unless something in the folder prevents it. */
export async function offerRelease(
  deps: ReleaseDeps,
  from: Workspace,
): Promise<Readonly<{ rescues: readonly string[]; obstacle: string | null }>> {
  if ((await deps.store.findWorkspace(from.sessionId))?.version !== from.version)
    return { rescues: [], obstacle: null };
  const { rescue, obstacle } = await deps.workspaces.offerRelease(from);
  return { rescues: obstacle === null ? await noteReleased(deps, from, rescue) : [], obstacle };
}

async function noteReleased(
  deps: ReleaseDeps,
  from: Workspace,
  rescue: Rescue | null,
): Promise<readonly string[]> {
  const at = deps.clock.now();
  const to: Workspace = { ...from, state: 'released', version: from.version + 1, changedAt: at };
  const note = rescue?.ref ?? 'nothing was left uncommitted';
  await deps.store.commit([{ kind: 'save-workspace', from, to, journal: { at, by: deps.by, note } }]);
  return rescue ? [rescue.ref] : [];
}
