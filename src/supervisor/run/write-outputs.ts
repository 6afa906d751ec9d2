import { type RunRows, runRecord } from '../../app/run/run-record.ts';
import { synthesise } from '../../domain/run/result/synthesise.ts';
import { listWanted } from '../../domain/run/result/work.ts';
import type { Outputs } from '../../runtime/outputs/outputs.ts';
import { renderRunResult } from '../../views/run-result.ts';
import { renderRunSummary } from '../../views/run-summary.ts';

/** Puts what came of a run into its output folder, for people and for programs. Twice is once. */
export async function writeOutputs(outputs: Outputs, rows: RunRows): Promise<void> {
  const record = runRecord(rows);
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
