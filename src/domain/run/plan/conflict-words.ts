import type { PlanTask } from '../../plan/plan.ts';

/** What could not be merged into the branch of an agent. */
export type Conflict = Readonly<{
  task: PlanTask;
  commit: string;
  files: readonly string[];
  problem: string;
}>;

export const conflictText = ({ task, commit, files, problem }: Conflict): string =>
  [
    `Your task builds on ${task.id} of ${task.role}, which could not be merged into your branch: ${problem}.`,
    ...(files.length === 0 ? [] : [`Files:\n${files.map((file) => `- ${file}`).join('\n')}`]),
    'Nothing of yours was changed. Commit what is not committed, then merge it yourself,',
    `keep what both sides need, and commit: git merge ${commit}`,
  ].join('\n');
