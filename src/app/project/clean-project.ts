import { CleanProject, type SelectSessions } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { type CleanedProject, cleanReportJson, type KeptFolder } from '../../views/clean-text.ts';
import type { VerbDeps } from '../deps.ts';
import type { CleanRunDeps } from '../run/clean-run.ts';
import { sortWorkspaces } from '../session/own-workspaces.ts';
import { offerRelease } from '../session/release-workspace.ts';
import { isNarrowed, selectSessions } from '../session/select-sessions.ts';
import { verb } from '../verb.ts';
import { dropSpareBranches } from './drop-branches.ts';
import { type LeftDeps, listLeft } from './list-left.ts';

export type CleanDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'workspaces' | 'config'> &
  Pick<CleanRunDeps, 'closePanes'> &
  LeftDeps &
  Readonly<{
    /** Sessions with a pane whose program has ended (tmux.keepOnExit). */
    listEndedPanes: () => Promise<readonly string[]>;
  }>;

const DAY_MS = 86_400_000;

/**
 * Releases workspaces of finished sessions, and empties old trash. Folders that no row explains stay: it may
 * be the row that was lost. What is not this project's own is kept and told.
 */
export async function cleanProject(
  deps: CleanDeps,
  { dryRun, ...selection }: CleanProject,
): Promise<Outcome<CleanedProject>> {
  const chosen = await chooseSessions(deps, selection);
  if (chosen?.ok === false) return chosen;
  const ids = chosen?.value ?? null;
  const { own, kept: foreign } = await sortWorkspaces(deps, await listReleasable(deps, ids));
  const kept = [...foreign, ...(await deps.folders.listObstacles())];
  const left = (await listLeft(deps)).map(({ path }) => path);
  const nothing = { left, rescues: [], deletedBranches: [], sweptTrash: 0 };
  const releasedWorkspaces = own.map(({ path }) => path);
  if (dryRun) return accept({ ...nothing, releasedWorkspaces, kept, isDryRun: true });

  const released = await releaseAll(deps, own);
  await closeEndedPanes(deps, ids);
  const names = { ...nothing, ...released, kept: [...kept, ...released.kept], isDryRun: false };
  if (ids !== null) return accept(names);
  const deletedBranches = await dropSpareBranches(deps);
  const sweptTrash = await deps.workspaces.ensureTrashSwept(deps.config.workspace.trashDays * DAY_MS);
  return accept({ ...names, deletedBranches, sweptTrash });
}

/** One that an agent has spoilt is kept and told; the others go. */
async function releaseAll(deps: CleanDeps, own: readonly Workspace[]) {
  const releasedWorkspaces: string[] = [];
  const rescues: string[] = [];
  const kept: KeptFolder[] = [];
  for (const workspace of own) {
    const { rescues: refs, obstacle } = await offerRelease(deps, workspace);
    if (obstacle === null) releasedWorkspaces.push(workspace.path);
    else kept.push({ path: workspace.path, why: obstacle });
    rescues.push(...refs);
  }
  return { releasedWorkspaces, rescues, kept };
}

async function closeEndedPanes(deps: CleanDeps, ids: ReadonlySet<string> | null): Promise<void> {
  for (const id of await deps.listEndedPanes()) {
    const session = ids === null || ids.has(id) ? await deps.store.findSession(id) : undefined;
    if (session && isOver(session)) await deps.closePanes(session);
  }
}

/** The ids that words name; null for the whole project. */
async function chooseSessions(
  deps: CleanDeps,
  selection: SelectSessions,
): Promise<Outcome<ReadonlySet<string>> | null> {
  if (selection.sessionIds.length === 0 && !isNarrowed(selection)) return null;
  const chosen = await selectSessions(deps, selection, 'clean');
  return chosen.ok ? accept(new Set(chosen.value.map(({ id }) => id))) : chosen;
}

// A role of a live run may be started again, and then it goes on in the same folder.
async function listReleasable({ store }: CleanDeps, ids: ReadonlySet<string> | null): Promise<Workspace[]> {
  const live = new Set((await store.listLiveRuns()).map(({ id }) => id));
  const isDone = (session: Session): boolean => isOver(session) && !live.has(session.runId ?? '');
  const releasable: Workspace[] = [];
  for (const workspace of await store.listWorkspaces()) {
    if (ids !== null && !ids.has(workspace.sessionId)) continue;
    const session = await store.findSession(workspace.sessionId);
    if (workspace.state !== 'released' && session && isDone(session)) releasable.push(workspace);
  }
  return releasable;
}

export const cleanProjectVerb = verb({
  name: 'project.clean',
  summary: 'Remove what finished sessions left behind',
  asks: 'person',
  reads: false,
  input: CleanProject,
  answer: async () => (await import('../../contract/answer/project.ts')).CleanedProjectAnswer,
  run: cleanProject,
  json: cleanReportJson,
});
