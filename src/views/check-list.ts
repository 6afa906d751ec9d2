import { oneLine } from './one-line.ts';
import type { Style } from './style.ts';
import { type Cell, renderTable } from './table.ts';

/** One check of this machine or this project. */
export type Check = Readonly<{
  name: string;
  /** `note`: for information only. */
  is: 'ok' | 'note' | 'warn' | 'bad';
  found: string;
  /** The remedy; empty when the check passed. */
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
  const verdict = bad === 0 && warned === 0 ? 'All checks passed' : `${bad} failed, ${warned} warnings`;
  return `${renderTable(rows)}\n${verdict}\n`;
}

/** Nothing is bad. */
export const isWell = (checks: readonly Check[]): boolean => checks.every(({ is }) => is !== 'bad');
