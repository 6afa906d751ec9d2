import type { RemovedProjectAnswer } from '../contract/answer/removal.ts';

/** What was taken out of a project, and what stays of its work. */
export type RemovedProject = Readonly<{
  /** Nothing was done: the rest says what would be. */
  isDryRun: boolean;
  /** Sessions that were not over. */
  ends: readonly string[];
  goes: readonly string[];
  stays: readonly Readonly<{ path: string; why: string }>[];
  branches: readonly string[];
  rescues: readonly string[];
  /** Sessions whose uncommitted work would be saved to a rescue ref first. */
  rescuing: readonly string[];
  /** Its rows lie in a database outside of the project. */
  sharesRows: boolean;
}>;

export function renderRemovedProject(report: RemovedProject): string {
  const { isDryRun, ends, goes, rescuing } = report;
  const head = isDryRun ? 'Would be removed' : '✅ Swarm was taken out of this project. Removed';
  return [
    ...listed(isDryRun ? 'Would be ended' : 'Ended', ends),
    ...listed('Would be saved to a rescue ref first: uncommitted work of', rescuing),
    ...listed(head, goes),
    ...stayLines(report),
  ].join('');
}

const listed = (head: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${head}:\n`, ...lines.map((line) => `  ${line}\n`)];

function stayLines({ stays, branches, rescues, sharesRows }: RemovedProject): readonly string[] {
  const lines = [
    'your files: swarm.config.json, personas, workflows, outputs',
    ...stays.map(({ path, why }) => `${path} (${why})`),
    ...branches.map((branch) => `branch ${branch}: git merge ${branch}`),
    ...rescues.map((ref) => `rescue ${ref}: git show ${ref}`),
    ...(sharesRows ? ['the rows in the database that "store" names'] : []),
  ];
  return listed('Stays', lines);
}

export const removedProjectJson = (report: RemovedProject): RemovedProjectAnswer => ({
  dry_run: report.isDryRun,
  ended_sessions: report.ends,
  removed: report.goes,
  stays: report.stays,
  branches: report.branches,
  rescues: report.rescues,
  rescuing: report.rescuing,
  shares_rows: report.sharesRows,
});
