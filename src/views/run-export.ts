import type { RunResult } from '../domain/run/result/run-result.ts';
import { renderRunResult } from './run-result.ts';
import { renderRunSummary } from './run-summary.ts';

export const RUN_EXPORT_FORMATS = ['json', 'markdown'] as const;
export type ExportFormat = (typeof RUN_EXPORT_FORMATS)[number];

type Exported = Readonly<{
  result: RunResult;
  outputDir: string;
  written: Readonly<{ json: string | null; summary: string | null }>;
}>;

/** What a run came to, as text. What was written when it ended knows of the files too, so it comes first. */
export const renderExport = ({ result, outputDir, written }: Exported, format: ExportFormat): string =>
  format === 'json'
    ? (written.json ?? renderRunResult(result, outputDir))
    : (written.summary ?? renderRunSummary(result));
