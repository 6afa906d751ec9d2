import { DiffSession } from '../../contract/diff.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { diffJson, type SessionDiff } from '../../views/diff-text.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { findServedSession, type ServedDeps } from './find-served.ts';

const PATCH_BYTES = 1_000_000;

export type DiffDeps = ServedDeps & Pick<VerbDeps, 'workspaces'> & Readonly<{ root: string }>;

/** What a session changed, live or over, in the archive or not. */
export async function diffSession(
  deps: DiffDeps,
  { sessionId, stat, whole, paths }: DiffSession,
): Promise<Outcome<SessionDiff>> {
  const found = await findServedSession(deps, sessionId, 'diff');
  if (!found.ok) return found;
  const { store, workspaces, root } = deps;
  const { id, title, hasWorkspace, workDir } = found.value;
  const workspace = hasWorkspace ? await store.findWorkspace(id) : undefined;
  if (!workspace) return refuse({ code: 'no-workspace', sessionId: id, folder: workDir ?? root });
  const wanted = { patchBytes: stat ? 0 : PATCH_BYTES, paths, isWhole: whole };
  const diff = await workspaces.observeDiff(workspace, wanted);
  const { branch } = workspace;
  return diff
    ? accept({ sessionId: id, title, branch, ...diff })
    : refuse({ code: 'work-not-there', sessionId: id, branch });
}

export const diffSessionVerb = verb({
  name: 'session.diff',
  summary: 'Show what a session changed since its workspace began',
  asks: 'anyone',
  reads: true,
  input: DiffSession,
  answer: async () => (await import('../../contract/answer/diff.ts')).DiffAnswer,
  run: diffSession,
  json: diffJson,
});
