import { roleSessionId } from '../../domain/run/names.ts';
import { branchName } from '../../domain/session/names.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { noteOf, openDraft } from '../draft.ts';
import type { ResolvedSession } from '../session/resolve-session.ts';
import type { RunDraft } from './run-draft.ts';

/** A role that has had no session yet, with nothing of it saved. */
export type ResolvedRole = ResolvedSession &
  Readonly<{
    role: string;
    /** Its workspace has no branch: what it changes there is not kept. */
    isThrowAway: boolean;
  }>;

type Paths = Readonly<{ roleWorkspacePath: (runId: string, role: string) => string }>;
type WorkspaceWish = Pick<ResolvedRole, 'role' | 'isThrowAway'> &
  Readonly<{ runId: string; head: string; at: number }>;

export function workspaceOf(paths: Paths, wish: WorkspaceWish): Workspace {
  const { runId, role, head, isThrowAway, at } = wish;
  const sessionId = roleSessionId(runId, role);
  const branch = branchName({ id: sessionId, persona: role, runId, role });
  return {
    sessionId,
    path: paths.roleWorkspacePath(runId, role),
    branch: isThrowAway ? '' : branch,
    baseCommit: head,
    state: 'wanted',
    version: 1,
    changedAt: at,
  };
}

/** The first session of a role. It costs nothing until it has a turn. */
export function addRole(paths: Paths, draft: RunDraft, resolved: ResolvedRole): void {
  const { role, head, isThrowAway } = resolved;
  const id = roleSessionId(draft.run.id, role);
  const session = {
    ...resolved.session,
    id,
    runId: draft.run.id,
    role,
    ends: 'when-told' as const,
    createdAt: draft.at,
    stateSince: draft.at,
  };
  const opened = openDraft(session, [], draft);
  const journal = noteOf(draft, `${role} of run ${draft.run.id}`);
  opened.writes.push({ kind: 'add-session', session, spec: resolved.spec, journal });
  if (head !== null) {
    const workspace = workspaceOf(paths, { runId: draft.run.id, role, head, isThrowAway, at: draft.at });
    opened.writes.push({ kind: 'add-workspace', workspace, journal: noteOf(draft, workspace.path) });
  }
  draft.roles.set(role, opened);
}
