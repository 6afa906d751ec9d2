import type { ConfigAnswer } from '../contract/answer/config.ts';
import type { SettingKey } from '../contract/config.ts';
import { type ResolvedConfig, renderOrigin } from '../contract/config-layers.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';

export type ConfigReport = Readonly<{
  root: string;
  file: string | null;
  resolved: ResolvedConfig;
  /** What a supervisor that runs does not go by. */
  unobeyed: readonly SettingKey[];
}>;

/** Every setting, its value and where that comes from. */
export function renderConfig({ resolved, file, unobeyed }: ConfigReport, style: Style): string {
  const rows = resolved.shown.map(({ key, written, origin }) => {
    const paint = origin.from === 'default' ? style.dim : style.green;
    const mark = unobeyed.includes(key) ? ' (not obeyed yet)' : '';
    return [key, JSON.stringify(written), { text: `${renderOrigin(origin)}${mark}`, paint }];
  });
  const warnings = resolved.warnings.map((warning) => `⚠️  ${warning}\n`).join('');
  return `${renderTable(rows)}\n${warnings}${unobeyedLine(unobeyed)}File: ${file ?? 'none'}\n`;
}

const unobeyedLine = (keys: readonly SettingKey[]): string =>
  keys.length === 0
    ? ''
    : `⚠️  The supervisor that runs goes by other values of ${keys.join(', ')}: swarm supervisor restart\n`;

export const configJson = ({ resolved, file, root, unobeyed }: ConfigReport): ConfigAnswer => ({
  root,
  file,
  settings: Object.fromEntries(
    resolved.shown.map(({ key, written, origin, about }) => [key, { value: written, origin, about }]),
  ),
  unobeyed,
  warnings: resolved.warnings,
});
