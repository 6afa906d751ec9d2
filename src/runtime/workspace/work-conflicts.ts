import { createHash } from 'node:crypto';
import type { Git } from './git.ts';
import { observeVersion, parseGitVersion } from './git-version.ts';
import type { Repository } from './open-repository.ts';
import { takeSnapshot, treeOf } from './snapshot.ts';
import { type Located, listCheckouts, locateIn, type WorkCheckout } from './work-checkout.ts';
import type { WorkConflict, WorkFolder } from './work-folders.ts';

/** Git can merge without a checkout since then. */
const MERGE_TREE = [2, 38] as const;
const MOST_FOLDERS = 24;
const MERGE_LIMIT_MS = 30_000;
const MOST_NAMED = 100;

type Tip = Readonly<{ participantId: string; commit: string }>;

/**
 * Merges each two of them in memory, with what is not committed. With `of`, only pairs with one of these
 * participants.
 */
export async function listWorkConflicts(
  repository: Repository,
  folders: readonly WorkFolder[],
  of?: ReadonlySet<string>,
): Promise<readonly WorkConflict[] | null> {
  if (!(await canMergeTrees(repository.git))) return null;
  const isAsked = (id: string): boolean => of === undefined || of.has(id);
  // Those that are asked about stand for their checkouts, where they share them.
  const first = folders.filter(({ participantId }) => isAsked(participantId));
  const rest = folders.filter(({ participantId }) => !isAsked(participantId));
  const tips = await listTips(repository, [...first, ...rest].slice(0, MOST_FOLDERS));
  const pairs = tips.flatMap((a, index) => tips.slice(index + 1).map((b) => [a, b] as const));
  const found: WorkConflict[] = [];
  for (const [a, b] of pairs.filter((pair) => pair.some(({ participantId }) => isAsked(participantId)))) {
    const files = a.commit === b.commit ? [] : await listUnmerged(repository, a.commit, b.commit);
    if (files.length > 0) found.push(conflictOf([a.participantId, b.participantId], files));
  }
  return found;
}

async function canMergeTrees(git: Git): Promise<boolean> {
  const [major, minor] = parseGitVersion(await observeVersion(git)) ?? [0, 0];
  return major > MERGE_TREE[0] || (major === MERGE_TREE[0] && minor >= MERGE_TREE[1]);
}

/** Participants that share one checkout have one tip: there is nothing to merge between them. */
async function listTips(repository: Repository, folders: readonly WorkFolder[]): Promise<readonly Tip[]> {
  const checkouts = await listCheckouts(repository);
  const tips = new Map<string, Tip>();
  for (const { participantId, path } of folders) {
    const located = await locateIn(checkouts, path);
    if (located === null || tips.has(located.workTree)) continue;
    const commit = await commitWork(repository, located);
    if (commit !== null) tips.set(located.workTree, { participantId, commit });
  }
  return [...tips.values()];
}

const SIGNATURE = {
  GIT_AUTHOR_NAME: 'Swarm',
  GIT_AUTHOR_EMAIL: 'swarm@localhost',
  GIT_AUTHOR_DATE: '1000000000 +0000',
  GIT_COMMITTER_NAME: 'Swarm',
  GIT_COMMITTER_EMAIL: 'swarm@localhost',
  GIT_COMMITTER_DATE: '1000000000 +0000',
};

/**
 * Named by no ref, and the same for the same work: looking again adds nothing to the repository. Null before
 * the first commit.
 */
async function commitWork(repository: Repository, located: Located): Promise<string | null> {
  const { git, trashDir, marks } = repository;
  const { head, isClean } = await observeTip(git, located);
  if (head === null || isClean) return head;
  const checkout: WorkCheckout = { ...located, gitDir: located.adminDir, head };
  await marks.ensure({ kind: 'trash', path: trashDir });
  const { tree } = await takeSnapshot(git, checkout, trashDir);
  if (tree === (await treeOf(git, checkout))) return head;
  const args = ['commit-tree', tree, '-p', head, '-m', 'Work in progress, as Swarm saw it'];
  return git.ask(args, { gitDir: checkout.gitDir, env: SIGNATURE });
}

const OID = '# branch.oid ';
const COMMIT = /^[0-9a-f]{40,64}$/;

/** No commit where git cannot say. Most folders are clean, and a snapshot would take a dozen processes. */
async function observeTip(
  git: Git,
  { adminDir: gitDir, workTree }: Located,
): Promise<Readonly<{ head: string | null; isClean: boolean }>> {
  const args = ['status', '--porcelain=v2', '--branch', '--no-renames', '--untracked-files=normal'];
  const lines = (await git.askOrNull(args, { gitDir, workTree }))?.split('\n') ?? [];
  const head = lines.find((line) => line.startsWith(OID))?.slice(OID.length) ?? '';
  const isClean = lines.every((line) => line === '' || line.startsWith('# '));
  return { head: COMMIT.test(head) ? head : null, isClean };
}

async function listUnmerged(
  { git, commonDir }: Repository,
  a: string,
  b: string,
): Promise<readonly string[]> {
  const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', a, b];
  const { code, stdout } = await git.run(args, { gitDir: commonDir, timeoutMs: MERGE_LIMIT_MS });
  // The tree comes first; 1 says that there are conflicts, anything above that git did not merge at all.
  return code === 1 ? [...new Set(stdout.split('\0').slice(1).filter(Boolean))].slice(0, MOST_NAMED) : [];
}

function conflictOf(pair: readonly [string, string], files: readonly string[]): WorkConflict {
  const participants = pair.toSorted() as unknown as readonly [string, string];
  const text = [...participants, ...files.toSorted()].join('\0');
  return { participants, files, key: createHash('sha256').update(text).digest('hex').slice(0, 16) };
}
