import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { KeptFolder } from '../../views/clean-text.ts';
import type { VerbDeps } from '../deps.ts';

export type SortedWorkspaces = Readonly<{ own: readonly Workspace[]; kept: readonly KeptFolder[] }>;

/** A row alone is no reason to move a folder: those that are not this project's stay, and are told of. */
export async function sortWorkspaces(
  { workspaces }: Pick<VerbDeps, 'workspaces'>,
  all: readonly Workspace[],
): Promise<SortedWorkspaces> {
  const own: Workspace[] = [];
  const kept: KeptFolder[] = [];
  for (const workspace of all) {
    const why = await workspaces.findForeign(workspace);
    if (why === null) own.push(workspace);
    else kept.push({ path: workspace.path, why });
  }
  return { own, kept };
}
