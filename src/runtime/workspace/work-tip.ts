import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiffSource } from '../../domain/workspace/work-diff.ts';
import type { Workspace } from '../../domain/workspace/workspace.ts';
import { findForeign } from './foreign.ts';
import type { Git } from './git.ts';
import type { Repository } from './open-repository.ts';
import { listRescues, RESCUES } from './rescues.ts';
import { observeFiles } from './snapshot.ts';
import { exists, findEntry } from './worktree-entry.ts';

/** A commit, and all that it holds. */
export type CommitTree = Readonly<{ commit: string; tree: string }>;

/** Where work stands: the commit that it began at, the last one, and all files as they lie there. */
export type Tip = Readonly<{
  source: DiffSource;
  base: CommitTree | null;
  head: CommitTree | null;
  tree: string;
  unread: readonly string[];
  rescue: string | null;
}>;

/** Null when neither the folder nor the branch nor a rescue is there. */
export const findTip = async (
  repository: Repository,
  workspace: Workspace,
  scratch: string,
): Promise<Tip | null> =>
  (await lookIntoFolder(repository, workspace, scratch)) ??
  (await lookAtBranch(repository, workspace)) ??
  lookAtRescue(repository, workspace);

async function lookIntoFolder(
  repository: Repository,
  workspace: Workspace,
  scratch: string,
): Promise<Tip | null> {
  const { git, commonDir } = repository;
  const { path, baseCommit } = workspace;
  if (!(await isFolder(path)) || (await findForeign(repository, workspace)) !== null) return null;
  const adminDir = (await findEntry(commonDir, path))?.adminDir ?? null;
  if (adminDir === null) return null;
  const finding = findCommitTrees(git, adminDir, ['HEAD', baseCommit]);
  const findHead = async (): Promise<string | null> => (await finding)[0]?.commit ?? null;
  const checkout = { gitDir: adminDir, adminDir, workTree: path, findHead };
  const [[head = null, base = null], { tree, unsaved }] = await Promise.all([
    finding,
    observeFiles(git, checkout, join(scratch, 'index')),
  ]);
  return { source: 'workspace', base, head, tree, unread: unsaved, rescue: null };
}

/** A link in the place of the folder would lead elsewhere. */
const isFolder = async (path: string): Promise<boolean> =>
  (await exists(path)) && (await lstat(path)).isDirectory();

async function lookAtBranch(repository: Repository, workspace: Workspace): Promise<Tip | null> {
  const { git, commonDir } = repository;
  const { branch, sessionId, baseCommit } = workspace;
  const ref = branch === '' ? '' : `refs/heads/${branch}`;
  const [head = null, base = null] = await findCommitTrees(git, commonDir, [ref, baseCommit]);
  if (head === null) return null;
  const rescue = await findNewestRescue(repository, sessionId);
  return { source: 'branch', base, head, tree: head.tree, unread: [], rescue: rescue?.name ?? null };
}

async function lookAtRescue(
  repository: Repository,
  { sessionId, baseCommit }: Workspace,
): Promise<Tip | null> {
  const { git, commonDir } = repository;
  const rescue = await findNewestRescue(repository, sessionId);
  if (rescue === null) return null;
  const names = [rescue.commit, `${rescue.commit}^1`, baseCommit];
  const [rescued, head = null, base = null] = await findCommitTrees(git, commonDir, names);
  const tree = rescued?.tree ?? rescue.commit;
  return { source: 'rescue', base, head, tree, unread: [], rescue: rescue.name };
}

async function findNewestRescue(
  { git, commonDir }: Repository,
  sessionId: string,
): Promise<{ name: string; commit: string } | null> {
  const all = await listRescues(git, commonDir, sessionId);
  const [newest] = all.toSorted((a, b) => b.number - a.number);
  return newest ? { name: newest.ref.slice(RESCUES.length + 1), commit: newest.commit } : null;
}

const OBJECT = /^[0-9a-f]{40,64}$/;

/** What these names stand for, by one start of git; null for each that is no commit, or empty. */
export async function findCommitTrees(
  git: Git,
  gitDir: string,
  names: readonly string[],
): Promise<readonly (CommitTree | null)[]> {
  const asked = names.filter((name) => name !== '');
  const input = asked.map((name) => `${name}^{commit}\n${name}^{tree}\n`).join('');
  const text = await git.ask(['cat-file', '--batch-check=%(objectname)'], { gitDir, input });
  const lines = text.split('\n');
  return names.map((name) => {
    const at = 2 * asked.indexOf(name);
    const [commit = '', tree = ''] = lines.slice(at, at + 2);
    return name !== '' && OBJECT.test(commit) && OBJECT.test(tree) ? { commit, tree } : null;
  });
}
