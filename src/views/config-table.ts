import type { ConfigAnswer } from '../contract/answer/config.ts';
import { renderOrigin, type SettledConfig } from '../contract/config-layers.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';

type ConfigReport = Readonly<{ root: string; file: string | null; settled: SettledConfig }>;

/** Every setting, its value and where that comes from. */
export function renderConfig({ settled, file }: ConfigReport, style: Style): string {
  const rows = settled.shown.map(({ key, written, origin }) => {
    const paint = origin.from === 'default' ? style.dim : style.green;
    return [key, JSON.stringify(written), { text: renderOrigin(origin), paint }];
  });
  const warnings = settled.warnings.map((warning) => `⚠️  ${warning}\n`).join('');
  return `${renderTable(rows)}\n${warnings}File: ${file ?? 'none'}\n`;
}

export const configJson = ({ settled, file, root }: ConfigReport): ConfigAnswer => ({
  root,
  file,
  settings: Object.fromEntries(
    settled.shown.map(({ key, written, origin, about }) => [key, { value: written, origin, about }]),
  ),
  warnings: settled.warnings,
});
