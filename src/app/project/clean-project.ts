import { CleanProject } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { SessionFolders } from '../../runtime/files/session-folders.ts';
import { cleanReportJson } from '../../views/clean-text.ts';
import type { VerbDeps } from '../deps.ts';
import { releaseWorkspace } from '../session/release-workspace.ts';
import { verb } from '../verb.ts';

export type CleanDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'workspaces' | 'config'> &
  Readonly<{ folders: SessionFolders }>;

export type CleanReport = Readonly<{
  /** Nothing was done: the rest says what would be. */
  isDryRun: boolean;
  releasedWorkspaces: readonly string[];
  rescues: readonly string[];
  removed: readonly string[];
  sweptTrash: number;
}>;

const DAY_MS = 86_400_000;

/** Releases workspaces of finished sessions, trashes folders that no row explains, empties old trash. */
export async function cleanProject(deps: CleanDeps, { dryRun }: CleanProject): Promise<Outcome<CleanReport>> {
  const released = await listReleasable(deps);
  const isKnown = async (id: string): Promise<boolean> => (await deps.store.findSession(id)) !== undefined;
  const strays = await deps.folders.listStray(isKnown);
  const names = { releasedWorkspaces: released.map(({ path }) => path), removed: strays };
  if (dryRun) return accept({ ...names, isDryRun: true, rescues: [], sweptTrash: 0 });

  const rescues: string[] = [];
  for (const workspace of released) rescues.push(...(await releaseWorkspace(deps, workspace)));
  for (const path of strays) await deps.folders.ensureTrashed(path);
  const sweptTrash = await deps.workspaces.ensureTrashSwept(deps.config.workspace.trashDays * DAY_MS);
  return accept({ ...names, isDryRun: false, rescues, sweptTrash });
}

// A role of a live run may be started again, and then it goes on in the same folder.
async function listReleasable({ store }: CleanDeps): Promise<Workspace[]> {
  const live = new Set((await store.listLiveRuns()).map(({ id }) => id));
  const isDone = (session: Session): boolean => isOver(session) && !live.has(session.runId ?? '');
  const releasable: Workspace[] = [];
  for (const workspace of await store.listWorkspaces()) {
    const session = await store.findSession(workspace.sessionId);
    if (workspace.state !== 'released' && session && isDone(session)) releasable.push(workspace);
  }
  return releasable;
}

export const cleanProjectVerb = verb({
  name: 'project.clean',
  summary: 'Put away what finished sessions left behind',
  asks: 'person',
  reads: false,
  input: CleanProject,
  answer: async () => (await import('../../contract/answer/project.ts')).CleanedProjectAnswer,
  run: cleanProject,
  json: cleanReportJson,
});
