import type { Rescue } from '../../domain/workspace/rescue.ts';
import type { Git } from './git.ts';
import { keepInnerHistories } from './inner-history.ts';
import { isReachable, listLooseCommits } from './loose-commits.ts';
import { type Finding, hasSameBase, type RescuedFolder, renderRescueMessage } from './rescue-message.ts';
import { findRescue, INNER_HISTORIES, listRescues, RESCUES } from './rescues.ts';
import { type Checkout, type Snapshot, takeSnapshot, treeOf } from './snapshot.ts';

export type Rescued = Readonly<{
  rescue: Rescue | null;
  /** Of this release. */
  number: number;
  /** False when something is left that lies only in the folder. */
  isSaved: boolean;
}>;

export type Rescuing = Readonly<{
  git: Git;
  workspace: RescuedFolder;
  checkout: Checkout;
  scratchIn: string;
  now: number;
  /** Numbers of earlier releases that have something in the trash. */
  taken: readonly number[];
}>;

/** Commits to a rescue ref all that no branch reaches. Idempotent: the same work is one rescue. */
export async function rescueWork(rescuing: Rescuing): Promise<Rescued> {
  const { git, workspace, checkout, scratchIn } = rescuing;
  const snapshot = await takeSnapshot(git, checkout, scratchIn);
  const staged = await stagedBeside(git, checkout, snapshot);
  const number = await chooseNumber(rescuing, snapshot.tree, staged);
  const finding = await find(rescuing, { snapshot, staged, number });
  const isSaved = finding.unsaved.length === 0 && finding.inner.every((inner) => inner.isSaved);
  if (!(await isNeeded(git, checkout, finding))) return { rescue: null, number, isSaved };

  const ref = `${RESCUES}/${workspace.sessionId}/${number}`;
  const commit = await commitFinding(rescuing, finding);
  await git.ask(['update-ref', '-m', 'swarm: rescue', ref, commit], { gitDir: checkout.gitDir });
  return { rescue: await findRescue(git, checkout.gitDir, ref), number, isSaved };
}

// What was staged and then changed again is in neither the folder nor a commit.
async function stagedBeside(
  git: Git,
  checkout: Checkout,
  { tree, stagedTree }: Snapshot,
): Promise<string | null> {
  if (stagedTree === null || stagedTree === tree) return null;
  return stagedTree === (await treeOf(git, checkout)) ? null : stagedTree;
}

/**
 * A release that crashed before its folder was in the trash has its number reused if its work is the
 * same.
 */
async function chooseNumber(rescuing: Rescuing, tree: string, staged: string | null): Promise<number> {
  const { git, workspace, checkout, taken } = rescuing;
  const before = await listRescues(git, checkout.gitDir, workspace.sessionId);
  const last = before.reduce<Rescue | null>(
    (most, one) => (most && most.number > one.number ? most : one),
    null,
  );
  const highest = Math.max(0, last?.number ?? 0, ...taken);
  if (last === null || last.number < highest || taken.includes(last.number)) return highest + 1;

  const lastTree = await git.askOrNull(['rev-parse', `${last.commit}^{tree}`], { gitDir: checkout.gitDir });
  const message = await git.ask(['show', '--no-patch', '--format=%B', last.commit], {
    gitDir: checkout.gitDir,
  });
  const isSame = lastTree === tree && hasSameBase(message, { head: checkout.head, staged });
  return isSame ? last.number : highest + 1;
}

type Observed = Readonly<{ snapshot: Snapshot; staged: string | null; number: number }>;

async function find(rescuing: Rescuing, { snapshot, staged, number }: Observed): Promise<Finding> {
  const { git, workspace, checkout } = rescuing;
  const refPrefix = `${INNER_HISTORIES}/${workspace.sessionId}/${number}`;
  const inner =
    checkout.workTree === null
      ? []
      : await keepInnerHistories(git, snapshot, {
          gitDir: checkout.gitDir,
          workTree: checkout.workTree,
          refPrefix,
          env: signatureOf(rescuing.now),
        });
  const loose = await listLooseCommits(git, checkout);
  return { tree: snapshot.tree, staged, head: checkout.head, unsaved: snapshot.unsaved, inner, loose };
}

async function isNeeded(git: Git, checkout: Checkout, finding: Finding): Promise<boolean> {
  if (finding.staged !== null || finding.loose.length > 0 || finding.unsaved.length > 0) return true;
  if (finding.inner.some(({ ref, isSaved }) => ref !== null || !isSaved)) return true;
  if (finding.tree !== (await treeOf(git, checkout))) return true;
  return checkout.head !== null && !(await isReachable(git, checkout.gitDir, checkout.head));
}

async function commitFinding({ git, workspace, checkout, now }: Rescuing, finding: Finding): Promise<string> {
  const call = { gitDir: checkout.gitDir, env: signatureOf(now) };
  const { head, staged, loose, tree } = finding;
  const base = head === null ? [] : [head];
  const commit = (treeId: string, parents: readonly string[], input: string): Promise<string> =>
    git.ask(['commit-tree', treeId, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'], {
      ...call,
      input,
    });
  const stagedCommit =
    staged === null ? [] : [await commit(staged, base, `Staged work of ${workspace.sessionId}\n`)];
  const parents = new Set([...base, ...stagedCommit, ...loose]);
  return commit(tree, [...parents], renderRescueMessage(workspace, finding));
}

/** Who commits what is rescued, and when. */
export function signatureOf(now: number): Readonly<Record<string, string>> {
  const date = `${Math.floor(now / 1_000)} +0000`;
  return {
    GIT_AUTHOR_NAME: 'Swarm',
    GIT_AUTHOR_EMAIL: 'swarm@localhost',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: 'Swarm',
    GIT_COMMITTER_EMAIL: 'swarm@localhost',
    GIT_COMMITTER_DATE: date,
  };
}
