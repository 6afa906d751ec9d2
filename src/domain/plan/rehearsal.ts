import type { Plan } from './plan.ts';

/** What a rehearsal observed of the files that a plan names, in a fresh clone of the repository. */
export type RehearsedFiles = Readonly<{
  /** Inputs that are not committed: no worktree of an agent will have them. */
  absent: ReadonlySet<string>;
  /** Outputs that git ignores: they cannot be committed, so no other task gets them. */
  ignored: ReadonlySet<string>;
}>;

export type RehearsalFinding = Readonly<{ task: string; path: string; problem: string }>;

/** What the check of the file alone cannot see. */
export const rehearsalFindings = ({ tasks }: Plan, files: RehearsedFiles): readonly RehearsalFinding[] =>
  tasks.flatMap(({ id: task, inputs, outputs }) => [
    ...inputs
      .filter(({ path }) => files.absent.has(path))
      .map(({ path }) => ({ task, path, problem: 'no output writes it, and it is not committed' })),
    ...outputs
      .filter(({ path }) => files.ignored.has(path))
      .map(({ path }) => ({ task, path, problem: 'git ignores it, so it cannot be handed over' })),
  ]);
