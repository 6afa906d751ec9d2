import { type GitCall, openGit } from './git.ts';
import { mergeIdentity } from './merge-identity.ts';
import { mergeTreesIn } from './merge-trees.ts';
import type { NeededBase, NeededBases, NeededBranch } from './needed-bases.ts';
import { openRepository, type Repository } from './open-repository.ts';
import type { WorkspaceSettings } from './real-workspaces.ts';
import { withScratch } from './snapshot.ts';

export function realNeededBases(settings: WorkspaceSettings): NeededBases {
  const git = openGit(settings.env, settings.project);
  return {
    ensureBase: async (head, needed) =>
      mergeAll(await openRepository({ ...settings, git }), { head, needed }),
  };
}

type BaseRequest = Readonly<{ head: string; needed: readonly NeededBranch[] }>;

async function mergeAll(repository: Repository, { head, needed }: BaseRequest): Promise<NeededBase> {
  const { git, commonDir } = repository;
  let commit = head;
  for (const { workId, branch } of needed) {
    const ref = `refs/heads/${branch}^{commit}`;
    const tip = await git.askOrNull(['rev-parse', '--verify', '--quiet', ref], { gitDir: commonDir });
    // A branch that is gone had nothing to keep, or was merged.
    if (tip === null) continue;
    const merged = await mergeOne(repository, { commit, tip, message: `Merge ${branch} of ${workId}` });
    if (!('commit' in merged)) return { is: 'conflict', workId, files: merged.files };
    commit = merged.commit;
  }
  return { is: 'base', commit };
}

type Merging = Readonly<{ commit: string; tip: string; message: string }>;
type Merged = Readonly<{ commit: string }> | Readonly<{ files: readonly string[] }>;

async function mergeOne(repository: Repository, { commit, tip, message }: Merging): Promise<Merged> {
  const { git, commonDir, marks, trashDir } = repository;
  const call: GitCall = { gitDir: commonDir };
  const base = await git.askOrNull(['merge-base', commit, tip], call);
  if (base === tip) return { commit };
  if (base === commit) return { commit: tip };
  if (base === null) return { files: [] };
  const treeOf = (one: string): Promise<string> => git.ask(['rev-parse', `${one}^{tree}`], call);
  const trees = { base: await treeOf(base), ours: await treeOf(commit), theirs: await treeOf(tip) };
  await marks.ensure({ kind: 'trash', path: trashDir });
  const { tree, conflicts } = await withScratch(trashDir, (scratch) =>
    mergeTreesIn({ git, gitDir: commonDir, scratch }, trees),
  );
  if (conflicts.length > 0) return { files: conflicts };
  const env = await mergeIdentity(git, call);
  const parents = ['-p', commit, '-p', tip];
  return { commit: await git.ask(['commit-tree', tree, ...parents, '-m', message], { ...call, env }) };
}
