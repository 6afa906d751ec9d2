import { CleanRun } from '../../contract/run.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isRunOver, type Run } from '../../domain/run/run.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { type CleanedRun, cleanedRunJson, type KeptBranch } from '../../views/clean-text.ts';
import type { VerbDeps } from '../deps.ts';
import { sortWorkspaces } from '../session/own-workspaces.ts';
import { releaseWorkspace } from '../session/release-workspace.ts';
import { verb } from '../verb.ts';
import { dropBareBranch } from './bare-branch.ts';
import { findRole } from './find-role.ts';
import { findRun } from './find-run.ts';

export type CleanRunDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'workspaces'> &
  Readonly<{
    /** Closes what is left of the panes of a session. */
    closePanes: (session: Session) => Promise<void>;
  }>;

/** Puts away what a finished run left behind. What was not committed is rescued; what was, stays. */
export async function cleanRun(deps: CleanRunDeps, input: CleanRun): Promise<Outcome<CleanedRun>> {
  const found = await findRun(deps.store, input.runId);
  if (!found.ok) return found;
  const run = found.value;
  const sessions = await listOver(deps, run, input.role);
  if (!sessions.ok) return sessions;
  const { own: left, kept } = await sortWorkspaces(deps, await listLeft(deps, sessions.value));
  const nothing = { run, kept, rescues: [], deletedBranches: [], keptBranches: [] };
  const releasedWorkspaces = left.map(({ path }) => path);
  if (input.dryRun) return accept({ ...nothing, isDryRun: true, releasedWorkspaces });

  const rescues: string[] = [];
  for (const workspace of left) rescues.push(...(await releaseWorkspace(deps, workspace)));
  for (const session of sessions.value) await deps.closePanes(session);
  const branches = await dropBareBranches(deps, sessions.value);
  return accept({ run, isDryRun: false, releasedWorkspaces, rescues, kept, ...branches });
}

/** The sessions that are to be put away, or a refusal because one of them is not over. */
async function listOver(
  deps: CleanRunDeps,
  run: Run,
  role: string | undefined,
): Promise<Outcome<readonly Session[]>> {
  if (role === undefined && !isRunOver(run)) {
    return refuse({ code: 'run-still-live', runId: run.id, state: run.state });
  }
  const known = role === undefined ? accept(null) : await findRole(deps, run, role);
  if (!known.ok) return known;
  const all = await deps.store.listRunSessions(run.id);
  const sessions = all.filter((session) => role === undefined || session.role === role);
  const live = sessions.find((session) => !isOver(session));
  if (live) {
    return refuse({ code: 'session-still-live', sessionId: live.id, status: statusOf(live.state) });
  }
  return accept(sessions);
}

async function listLeft(deps: CleanRunDeps, sessions: readonly Session[]): Promise<readonly Workspace[]> {
  const all = await listWorkspaces(deps, sessions);
  return all.filter(({ state }) => state !== 'released');
}

async function listWorkspaces(
  { store }: CleanRunDeps,
  sessions: readonly Session[],
): Promise<readonly Workspace[]> {
  const found = await Promise.all(sessions.map(({ id }) => store.findWorkspace(id)));
  return found.filter((workspace) => workspace !== undefined);
}

type Branches = Pick<CleanedRun, 'deletedBranches' | 'keptBranches'>;

// A role that was started again has the branch of the one before it.
async function dropBareBranches(deps: CleanRunDeps, sessions: readonly Session[]): Promise<Branches> {
  const all = await listWorkspaces(deps, sessions);
  const byBranch = new Map(all.map((workspace) => [workspace.branch, workspace]));
  const deletedBranches: string[] = [];
  const keptBranches: KeptBranch[] = [];
  for (const [branch, workspace] of byBranch) {
    const { is, commits } = await dropBareBranch(deps, workspace);
    if (is === 'deleted') deletedBranches.push(branch);
    if (is === 'kept') keptBranches.push({ branch, commits });
  }
  return { deletedBranches, keptBranches };
}

export const cleanRunVerb = verb({
  name: 'run.clean',
  summary: 'Remove what a finished run left behind',
  asks: 'person',
  reads: false,
  input: CleanRun,
  answer: async () => (await import('../../contract/answer/run.ts')).CleanedRunAnswer,
  run: cleanRun,
  json: cleanedRunJson,
});
