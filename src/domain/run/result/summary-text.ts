import type { Delivered, ResultStatus, RunResult } from './run-result.ts';

type Outline = Pick<RunResult, 'status' | 'approved' | 'unreviewed' | 'leftOut' | 'workflow'> &
  Readonly<{ warnings: readonly string[]; why: string }>;

const HOW: Readonly<Record<ResultStatus, string>> = {
  running: 'is still running',
  completed: 'completed',
  cancelled: 'was cancelled',
  failed: 'failed',
};

/** A few sentences: how it ended, and what counts. */
export function summaryText(outline: Outline): string {
  const { workflow, status, why, approved, unreviewed, leftOut, warnings } = outline;
  const so = status === 'running' ? ' so far' : '';
  const lines = [
    `The ${workflow} run ${HOW[status]}${why === '' ? '' : ` (${why})`}.`,
    isEmpty(approved) ? `Nothing was approved${so}.` : `Approved${so}: ${countText(approved)}.`,
    isEmpty(unreviewed) ? '' : `Not reviewed: ${countText(unreviewed)}.`,
    leftOut.length === 0 ? '' : `Left out: ${plural(leftOut.length, 'message')} without approval.`,
    warnings.length === 0 ? '' : `Degraded: ${warnings.join('; ')}.`,
    ...approved.findings.map(({ title }) => `- ${title}`),
    ...approved.statements.map(({ summary }) => `- ${firstLine(summary)}`),
    ...approved.artifacts.map(({ path, summary }) => `- ${path}: ${firstLine(summary)}`),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

const isEmpty = ({ findings, statements, artifacts }: Delivered): boolean =>
  findings.length + statements.length + artifacts.length === 0;

const countText = ({ findings, statements, artifacts }: Delivered): string =>
  [
    plural(findings.length, 'finding'),
    plural(statements.length, 'result'),
    plural(artifacts.length, 'artefact'),
  ]
    .filter((part) => part !== '')
    .join(', ');

const plural = (count: number, word: string): string =>
  count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`;

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';
