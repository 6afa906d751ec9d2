import { SessionRef } from '../../contract/id.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isOver } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { isThrowAway } from '../../domain/workspace/workspace.ts';
import type { BranchEnd } from '../../runtime/workspace/workspaces.ts';
import type { VerbDeps } from '../deps.ts';
import { withdrawMergeQuestions } from '../merge/note-merge-end.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { listBefore } from './dependency-chains.ts';
import { releaseWorkspace } from './release-workspace.ts';

type DropDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'workspaces'> & Readonly<{ root: string }>;

export type Dropped = Readonly<{
  sessionId: string;
  branch: string;
  end: BranchEnd['is'];
  rescues: readonly string[];
}>;

/** Puts the work of a session away: its folder and its branch go, and all of it is kept as a rescue. */
export async function dropSession(
  deps: DropDeps,
  { sessionId: name }: SessionRef,
): Promise<Outcome<Dropped>> {
  const found = await findNamedSession(deps, name, 'drop');
  if (!found.ok) return found;
  const { id: sessionId, state, workDir } = found.value;
  if (!isOver({ state })) return refuse({ code: 'session-still-live', sessionId, status: statusOf(state) });
  const workspace = await deps.store.findWorkspace(sessionId);
  if (!workspace || isThrowAway(workspace)) {
    return refuse({ code: 'no-workspace', sessionId, folder: workDir ?? deps.root });
  }
  const uncommitted = await releaseWorkspace(deps, workspace);
  const { is, rescue } = await deps.workspaces.ensureBranchDropped(workspace);
  const sessionIds = await listBefore(deps.store, found.value);
  await withdrawMergeQuestions(deps, { sessionIds }, 'put away');
  const rescues = [...uncommitted, ...(rescue ? [rescue.ref] : [])];
  return accept({ sessionId, branch: workspace.branch, end: is, rescues });
}

export const dropSessionVerb = verb({
  name: 'session.drop',
  summary: 'Put the work of a session away, branch and folder, and keep it as a rescue',
  asks: 'person',
  reads: false,
  input: SessionRef,
  answer: async () => (await import('../../contract/answer/review.ts')).DroppedAnswer,
  run: dropSession,
  json: ({ sessionId, branch, end, rescues }) => ({
    session_id: sessionId,
    branch,
    branch_is: end,
    rescues,
  }),
});
