import { oneLine } from './one-line.ts';
import type { Style } from './style.ts';
import { type Cell, renderTable } from './table.ts';

/** One thing that was looked at on this machine or in this project. */
export type Check = Readonly<{
  name: string;
  /** `note`: good to know, and nothing to do about. */
  is: 'ok' | 'note' | 'warn' | 'bad';
  found: string;
  /** What to do about it; empty when all is well. */
  remedy: string;
}>;

const MARK: Readonly<Record<Check['is'], readonly [string, keyof Style]>> = {
  ok: ['ok', 'green'],
  note: ['note', 'dim'],
  warn: ['warn', 'yellow'],
  bad: ['bad', 'red'],
};

export function renderChecks(checks: readonly Check[], style: Style): string {
  const rows = checks.map(({ name, is, found, remedy }): readonly Cell[] => {
    const [text, colour] = MARK[is];
    const advice = remedy === '' ? '' : ` → ${oneLine(remedy)}`;
    return [{ text, paint: style[colour] }, name, `${oneLine(found)}${advice}`];
  });
  const bad = checks.filter(({ is }) => is === 'bad').length;
  const warned = checks.filter(({ is }) => is === 'warn').length;
  const verdict = bad === 0 && warned === 0 ? 'All is well' : `${bad} bad, ${warned} to look at`;
  return `${renderTable(rows)}\n${verdict}\n`;
}

/** Nothing is bad. */
export const isWell = (checks: readonly Check[]): boolean => checks.every(({ is }) => is !== 'bad');
