import type { ProbeCase, ProbeReport } from '../domain/agent/probe.ts';
import { oneLine } from './one-line.ts';
import type { Style } from './style.ts';
import { type Cell, renderTable } from './table.ts';

const COLOUR: Readonly<Record<ProbeCase['is'], keyof Style>> = { ok: 'green', no: 'red', skipped: 'dim' };

/** What a probe has found, one case a line. */
export function renderProbe({ command, program, version, cases }: ProbeReport, style: Style): string {
  const rows = cases.map(({ name, is, found }): readonly Cell[] => [
    { text: is, paint: style[COLOUR[is]] },
    name,
    oneLine(found),
  ]);
  const failed = cases.filter(({ is }) => is === 'no').length;
  const verdict = failed === 0 ? 'Everything that it should do works' : `${failed} of ${cases.length} failed`;
  const [, ...args] = command;
  const head = [program, ...args, version ?? '(version unknown)'].join(' ');
  return `${head}\n${renderTable(rows)}\n${verdict}\n`;
}

export const isProbed = (cases: readonly ProbeCase[]): boolean => cases.every(({ is }) => is !== 'no');
