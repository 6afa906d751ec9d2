import { type ExportFormat, ExportRun } from '../../contract/run.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { RunResult } from '../../domain/run/result/run-result.ts';
import { synthesise } from '../../domain/run/result/synthesise.ts';
import { isRunOver, type Run } from '../../domain/run/run.ts';
import { renderExport } from '../../views/run-export.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { runRecord } from './run-record.ts';
import { showRun } from './show-run.ts';

export type ExportDeps = Pick<VerbDeps, 'store' | 'clock' | 'config'> &
  Readonly<{
    /** The folder of a run's output, as a person would name it. */
    nameOutputs: (runId: string) => string;
    /** A text of that folder; null when it is not there. */
    readOutputs: (runId: string, file: 'result.json' | 'summary.md') => Promise<string | null>;
  }>;

/** What a run came to, or has come to so far. */
export type ExportedRun = Readonly<{
  run: Run;
  format: ExportFormat;
  /** From its rows; files that were delivered are named in the texts alone. */
  result: RunResult;
  outputDir: string;
  /** What was put together when it ended; null where that was not done. */
  written: Readonly<{ json: string | null; summary: string | null }>;
  /** The file that a door wrote the document to. */
  file: string | null;
}>;

export async function exportRun(
  deps: ExportDeps,
  { runId, format }: ExportRun,
): Promise<Outcome<ExportedRun>> {
  const found = await showRun(deps, { runId });
  if (!found.ok) return found;
  const { run } = found.value;
  const read = (file: 'result.json' | 'summary.md'): Promise<string | null> =>
    isRunOver(run) ? deps.readOutputs(runId, file) : Promise.resolve(null);
  return accept({
    run,
    format,
    file: null,
    result: synthesise(runRecord(found.value)),
    outputDir: deps.nameOutputs(runId),
    written: { json: await read('result.json'), summary: await read('summary.md') },
  });
}

export const exportRunVerb = verb({
  name: 'run.export',
  summary: 'Export the results of a run, also while it is still going',
  asks: 'anyone',
  reads: true,
  input: ExportRun,
  answer: async () => (await import('../../contract/answer/run.ts')).ExportedRunAnswer,
  run: exportRun,
  json: (exported) => ({
    run_id: exported.run.id,
    state: exported.run.state,
    format: exported.format,
    output_dir: exported.outputDir,
    output: exported.file,
    text: exported.file === null ? renderExport(exported, exported.format) : null,
  }),
});
