import * as z from 'zod/mini';
import { renderOrigin } from '../../contract/config-layers.ts';
import { renderTable } from '../../views/table.ts';
import { answered, localCommand } from '../command.ts';

export const configShow = localCommand({
  asks: 'anyone',
  name: 'config show',
  summary: 'Show every setting and where its value comes from',
  about:
    'swarm.config.json, then the environment (limits.sessions is SWARM_LIMITS_SESSIONS), then --set;\n' +
    'the last one wins.',
  examples: ['swarm config show', 'SWARM_LIMITS_SESSIONS=8 swarm config show --json'],
  input: z.object({}),
  run: async (host) => answered(await host.config()),
  show: ({ settled, file }, style) => {
    const rows = settled.shown.map(({ key, written, origin }) => {
      const paint = origin.from === 'default' ? style.dim : style.green;
      return [key, JSON.stringify(written), { text: renderOrigin(origin), paint }];
    });
    const warnings = settled.warnings.map((warning) => `⚠️  ${warning}\n`).join('');
    return `${renderTable(rows)}\n${warnings}File: ${file ?? 'none'}\n`;
  },
  json: ({ settled, file, root }) => ({
    root,
    file,
    settings: Object.fromEntries(
      settled.shown.map(({ key, written, origin, about }) => [key, { value: written, origin, about }]),
    ),
    warnings: settled.warnings,
  }),
});
