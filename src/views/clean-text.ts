import type { CleanedProjectAnswer } from '../contract/answer/project.ts';
import type { CleanedRunAnswer } from '../contract/answer/run.ts';

/** What was cleaned up in the project, or would be. */
type ProjectCleaning = Readonly<{
  isDryRun: boolean;
  releasedWorkspaces: readonly string[];
  rescues: readonly string[];
  removed: readonly string[];
  sweptTrash: number;
}>;

/** The same, for one run. */
type RunCleaning = Readonly<{
  run: Readonly<{ id: string }>;
  isDryRun: boolean;
  releasedWorkspaces: readonly string[];
  rescues: readonly string[];
  deletedBranches: readonly string[];
  keptBranches: readonly Readonly<{ branch: string; commits: number }>[];
}>;

export function renderCleanReport(report: ProjectCleaning): string {
  const { isDryRun, removed, sweptTrash } = report;
  return told([
    ...workspaceLines(report),
    ...removed.map((path) => `${isDryRun ? 'Would move' : 'Moved'} to the trash: ${path}\n`),
    ...(sweptTrash > 0 ? [`Emptied from the trash: ${sweptTrash}\n`] : []),
  ]);
}

export function renderCleanedRun(report: RunCleaning): string {
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
}: Omit<RunCleaning, 'run'> | ProjectCleaning) => [
  ...releasedWorkspaces.map((path) => `${isDryRun ? 'Would release' : 'Released'} workspace: ${path}\n`),
  ...rescues.map((ref) => `Saved work: ${ref}\n`),
];

const told = (lines: readonly string[]): string =>
  lines.length === 0 ? 'Nothing to clean\n' : lines.join('');
const counted = (commits: number): string => (commits === 1 ? '1 commit' : `${commits} commits`);

export const cleanReportJson = (report: ProjectCleaning): CleanedProjectAnswer => ({
  dry_run: report.isDryRun,
  released_workspaces: report.releasedWorkspaces,
  rescues: report.rescues,
  removed: report.removed,
  swept_trash: report.sweptTrash,
});

export const cleanedRunJson = (report: RunCleaning): CleanedRunAnswer => ({
  run_id: report.run.id,
  dry_run: report.isDryRun,
  released_workspaces: report.releasedWorkspaces,
  rescues: report.rescues,
  deleted_branches: report.deletedBranches,
  kept_branches: report.keptBranches,
});
