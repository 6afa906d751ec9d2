import type { RunRef } from '../../contract/run.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { RunResult } from '../../domain/run/result/run-result.ts';
import { synthesise } from '../../domain/run/result/synthesise.ts';
import { isRunOver, type Run } from '../../domain/run/run.ts';
import type { VerbDeps } from '../deps.ts';
import { runRecord } from './run-record.ts';
import { showRun } from './show-run.ts';

export type ExportDeps = Pick<VerbDeps, 'store' | 'clock'> &
  Readonly<{
    /** The folder of a run's output, as a person would name it. */
    nameOutputs: (runId: string) => string;
    /** A text of that folder; null when it is not there. */
    readOutputs: (runId: string, file: 'result.json' | 'summary.md') => Promise<string | null>;
  }>;

/** What a run came to, or has come to so far. */
export type ExportedRun = Readonly<{
  run: Run;
  /** From its rows; files that were delivered are named in the texts alone. */
  result: RunResult;
  outputDir: string;
  /** What was put together when it ended; null where that was not done. */
  written: Readonly<{ json: string | null; summary: string | null }>;
}>;

export async function exportRun(deps: ExportDeps, { runId }: RunRef): Promise<Outcome<ExportedRun>> {
  const found = await showRun(deps, { runId });
  if (!found.ok) return found;
  const { run } = found.value;
  const read = (file: 'result.json' | 'summary.md'): Promise<string | null> =>
    isRunOver(run) ? deps.readOutputs(runId, file) : Promise.resolve(null);
  return accept({
    run,
    result: synthesise(runRecord(found.value)),
    outputDir: deps.nameOutputs(runId),
    written: { json: await read('result.json'), summary: await read('summary.md') },
  });
}
