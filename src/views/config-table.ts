import type { ConfigAnswer } from '../contract/answer/config.ts';
import { type ResolvedConfig, renderOrigin } from '../contract/config-layers.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';

export type ConfigReport = Readonly<{ root: string; file: string | null; resolved: ResolvedConfig }>;

/** Every setting, its value and where that comes from. */
export function renderConfig({ resolved, file }: ConfigReport, style: Style): string {
  const rows = resolved.shown.map(({ key, written, origin }) => {
    const paint = origin.from === 'default' ? style.dim : style.green;
    return [key, JSON.stringify(written), { text: renderOrigin(origin), paint }];
  });
  const warnings = resolved.warnings.map((warning) => `⚠️  ${warning}\n`).join('');
  return `${renderTable(rows)}\n${warnings}File: ${file ?? 'none'}\n`;
}

export const configJson = ({ resolved, file, root }: ConfigReport): ConfigAnswer => ({
  root,
  file,
  settings: Object.fromEntries(
    resolved.shown.map(({ key, written, origin, about }) => [key, { value: written, origin, about }]),
  ),
  warnings: resolved.warnings,
});
