import type { CleanedProjectAnswer } from '../contract/answer/project.ts';
import type { CleanedRunAnswer } from '../contract/answer/run.ts';
import type { Run } from '../domain/run/run.ts';

/** What was cleaned up in the project. */
export type CleanedProject = Readonly<{
  /** Nothing was done: the rest says what would be. */
  isDryRun: boolean;
  releasedWorkspaces: readonly string[];
  rescues: readonly string[];
  /** They held nothing, or all of it is on another branch. */
  deletedBranches: readonly string[];
  /** Session folders that no row explains: they are kept. */
  left: readonly string[];
  /** What is not this project's own, or may not be. */
  kept: readonly KeptFolder[];
  sweptTrash: number;
}>;

export type KeptFolder = Readonly<{ path: string; why: string }>;

export type KeptBranch = Readonly<{ branch: string; commits: number }>;

/** The same, for one run. */
export type CleanedRun = Readonly<{
  run: Pick<Run, 'id'>;
  isDryRun: boolean;
  releasedWorkspaces: readonly string[];
  rescues: readonly string[];
  kept: readonly KeptFolder[];
  deletedBranches: readonly string[];
  /** They hold work that is on no other branch of the run. */
  keptBranches: readonly KeptBranch[];
}>;

export function renderCleanReport(report: CleanedProject): string {
  const { left, deletedBranches, sweptTrash } = report;
  return told([
    ...workspaceLines(report),
    ...deletedBranches.map((branch) => `Deleted branch, empty or merged: ${branch}\n`),
    ...(sweptTrash > 0 ? [`Emptied from the trash: ${sweptTrash}\n`] : []),
    ...left.map((path) => `Kept, though no session explains it: ${path}\n`),
    ...(left.length > 0 ? ['Rebuild sessions from such folders: swarm doctor --repair\n'] : []),
  ]);
}

export function renderCleanedRun(report: CleanedRun): string {
  const { run, deletedBranches, keptBranches } = report;
  return told([
    ...workspaceLines(report),
    ...deletedBranches.map((branch) => `Deleted branch, which held nothing: ${branch}\n`),
    ...keptBranches.map(({ branch, commits }) => `Kept branch: ${branch} (${counted(commits)})\n`),
    ...(keptBranches.length > 0 ? [`Merge what is kept: swarm merge ${run.id}\n`] : []),
  ]);
}

const workspaceLines = ({
  isDryRun,
  releasedWorkspaces,
  rescues,
  kept,
}: Omit<CleanedRun, 'run'> | CleanedProject) => [
  ...releasedWorkspaces.map((path) => `${isDryRun ? 'Would release' : 'Released'} workspace: ${path}\n`),
  ...rescues.map((ref) => `Saved work: ${ref}\n`),
  ...kept.map(({ path, why }) => `Kept ${path}: ${why}\n`),
];

const told = (lines: readonly string[]): string =>
  lines.length === 0 ? 'Nothing to clean\n' : lines.join('');
const counted = (commits: number): string => (commits === 1 ? '1 commit' : `${commits} commits`);

export const cleanReportJson = (report: CleanedProject): CleanedProjectAnswer => ({
  dry_run: report.isDryRun,
  released_workspaces: report.releasedWorkspaces,
  rescues: report.rescues,
  deleted_branches: report.deletedBranches,
  left: report.left,
  kept: report.kept,
  swept_trash: report.sweptTrash,
});

export const cleanedRunJson = (report: CleanedRun): CleanedRunAnswer => ({
  run_id: report.run.id,
  dry_run: report.isDryRun,
  released_workspaces: report.releasedWorkspaces,
  rescues: report.rescues,
  kept: report.kept,
  deleted_branches: report.deletedBranches,
  kept_branches: report.keptBranches,
});
