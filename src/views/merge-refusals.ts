import type { Refusal } from '../domain/refusal.ts';
import type { Words } from './refusal-text.ts';

type MergeCode =
  | 'merge-no-branch'
  | 'merge-under-way'
  | 'merge-no-target'
  | 'merge-branch-missing'
  | 'merge-target-moved'
  | 'merge-in-the-way'
  | 'nothing-to-propose'
  | 'program-failed';

type Writers = { readonly [C in MergeCode]: (refusal: Extract<Refusal, { code: C }>) => Words };

const words = (message: string, hint = ''): Words => ({ message, hint });
const NAME_TARGET = 'Name the branch to merge into: --into <branch>';
const noTarget = (branch: string | null, problem: 'detached' | 'unborn' | 'missing'): string => {
  if (branch === null || problem === 'detached') return 'No branch is checked out here to merge into';
  return problem === 'unborn' ? `Branch ${branch} has no commit yet` : `Branch not found: ${branch}`;
};
const FILES_SHOWN = 10;
const someOf = (files: readonly string[]): string => {
  const more = files.length - FILES_SHOWN;
  return `${files.slice(0, FILES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** The texts of refusals to merge, and to propose, what agents committed. */
export const MERGE_WRITERS: Writers = {
  'merge-no-branch': ({ runId }) =>
    words(`Run ${runId} has no branches: none of its roles committed in a workspace`),
  'merge-under-way': () =>
    words('Another merge is running in this repository', 'Run the command again when it has ended'),
  'merge-no-target': ({ branch, problem }) => words(noTarget(branch, problem), NAME_TARGET),
  'merge-branch-missing': ({ role, branch }) =>
    words(
      `The branch of ${role} is gone: ${branch}`,
      'Look for its last commits: git reflog, swarm rescue list',
    ),
  'merge-target-moved': ({ branch }) =>
    words(`${branch} moved while the merge was checked`, 'Run the command again'),
  'merge-in-the-way': ({ branch, files }) =>
    words(
      `The merge into ${branch} would overwrite your changes: ${someOf(files)}`,
      'Commit, stash or move them, then run the command again',
    ),
  'nothing-to-propose': ({ sessionId }) =>
    words(
      `Session ${sessionId} has no branch with commits of its own`,
      `See what it left: swarm diff ${sessionId}`,
    ),
  'program-failed': ({ program, problem }) =>
    words(`${program} did not do it: ${problem}`, 'Nothing else was changed; mend that, and run it again'),
};
