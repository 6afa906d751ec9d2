import { ForkSession } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { branchName } from '../../domain/session/names.ts';
import type { Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { forkOf } from '../../domain/session/successor.ts';
import { isThrowAway, type Workspace } from '../../domain/workspace/workspace.ts';
import type { VerbDeps } from '../deps.ts';
import { noteOf } from '../draft.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { addHeir, type HeirDeps } from './add-heir.ts';
import { checkMachine, type MachineDeps } from './machine-fit.ts';

export type ForkDeps = HeirDeps &
  MachineDeps &
  Pick<VerbDeps, 'workspaces'> &
  Readonly<{ workspacePath: (sessionId: string) => string }>;

export type ForkedSession = Readonly<{
  session: Session;
  branch: string;
  workDir: string;
  warnings: readonly string[];
}>;

const GO_ON = 'Go on with your task, in this workspace and on this branch of your own.';

/** Begins another session from the conversation of this one, with a workspace and a branch of its own. */
export function forkSession(
  deps: ForkDeps,
  { sessionId, body }: ForkSession,
): Promise<Outcome<ForkedSession>> {
  return whileStale(sessionId, async () => {
    const found = await findNamedSession(deps, sessionId, 'fork');
    return found.ok ? fork(deps, found.value, body.trim() === '' ? GO_ON : body) : found;
  });
}

async function fork(deps: ForkDeps, from: Session, body: string): Promise<Outcome<ForkedSession> | 'stale'> {
  const spec = await deps.store.findSpec(from.id);
  if (!spec) return refuse({ code: 'cannot-continue', sessionId: from.id, why: 'no-task' });
  const machine = await checkMachine(deps, { mode: from.mode, workspace: 'required' });
  if (!machine.ok) return machine;
  const baseCommit = (await findTip(deps, from)) ?? machine.value.head ?? '';
  const made = await addHeir(deps, {
    born: (born) => forkOf(from, born),
    from,
    spec,
    note: `forked from ${from.id}`,
    body,
    more: (draft) => {
      const workspace = workspaceOf(deps, draft.session, baseCommit);
      return [{ kind: 'add-workspace', workspace, journal: noteOf(draft, workspace.path) }];
    },
  });
  if (made === 'stale' || !made.ok) return made;
  const { session } = made.value;
  const { path: workDir, branch } = workspaceOf(deps, session, baseCommit);
  return accept({ session, branch, workDir, warnings: machine.value.warnings });
}

/** What the other has committed; what it has not stays its own. */
async function findTip({ store, workspaces }: ForkDeps, from: Session): Promise<string | null> {
  const workspace = from.hasWorkspace ? await store.findWorkspace(from.id) : undefined;
  if (!workspace || isThrowAway(workspace)) return null;
  return (await workspaces.observeBranch(workspace)).tip;
}

const workspaceOf = (deps: ForkDeps, session: Session, baseCommit: string): Workspace => ({
  sessionId: session.id,
  path: deps.workspacePath(session.id),
  branch: branchName(session),
  baseCommit,
  state: 'wanted',
  version: 1,
  changedAt: session.createdAt,
});

export const forkSessionVerb = verb({
  name: 'session.fork',
  summary: 'Begin another session from the conversation of one, on a branch of its own',
  asks: 'person',
  reads: false,
  input: ForkSession,
  answer: async () => (await import('../../contract/answer/session.ts')).ForkedSessionAnswer,
  run: forkSession,
  json: ({ session, branch, workDir, warnings }) => ({
    session_id: session.id,
    title: session.title,
    agent: session.persona,
    status: statusOf(session.state),
    forked_from: session.forkedFrom ?? '',
    branch,
    work_dir: workDir,
    warnings,
  }),
});
