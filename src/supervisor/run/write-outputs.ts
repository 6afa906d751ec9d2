import { type RunRows, runRecord } from '../../app/run/run-record.ts';
import { synthesise } from '../../domain/run/result/synthesise.ts';
import { listWanted } from '../../domain/run/result/work.ts';
import { isThrowAway, type Workspace } from '../../domain/workspace/workspace.ts';
import type { Outputs } from '../../runtime/outputs/outputs.ts';
import type { Workspaces } from '../../runtime/workspace/workspaces.ts';
import { renderRunResult } from '../../views/run-result.ts';
import { renderRunSummary } from '../../views/run-summary.ts';

type OutputDeps = Readonly<{ outputs: Outputs; workspaces: Pick<Workspaces, 'listWithCommits'> }>;

/** Puts what came of a run into its output folder, for people and for programs. Twice is once. */
export async function writeOutputs({ outputs, workspaces }: OutputDeps, rows: RunRows): Promise<void> {
  const all = rows.roles.flatMap(({ workspace }) => workspace ?? []);
  const record = { ...runRecord(rows), workspaces: await withCommits(workspaces, all) };
  await outputs.ensureWritten({
    runId: rows.run.id,
    wanted: listWanted(record),
    workspaces: rows.roles.flatMap(({ session, workspace }) =>
      workspace === null || session.role === null ? [] : [{ ...workspace, role: session.role }],
    ),
    render: (kept, folder) => {
      const result = synthesise({ ...record, kept });
      return {
        'summary.md': renderRunSummary(result),
        'result.json': renderRunResult(result, folder),
      };
    },
  });
}

/** A branch that holds no commit of its own is deleted with its workspace, so it is not named. */
async function withCommits(
  workspaces: OutputDeps['workspaces'],
  all: readonly Workspace[],
): Promise<readonly Workspace[]> {
  const branched = all.filter((one) => !isThrowAway(one));
  return branched.length === 0 ? [] : workspaces.listWithCommits(branched);
}
