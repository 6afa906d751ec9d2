import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CAPABILITIES, renderCapabilities } from '../views/capabilities.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { listAgents } from './registry.ts';

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

test('docs/CLIS.md says of every adapter what the adapter itself says', () => {
  const table = [
    row(['`cli:`', ...CAPABILITIES.map(([word]) => word)]),
    row(['---', ...CAPABILITIES.map(() => '---')]),
    ...listAgents().map(({ name, can }) =>
      row([`\`${name}\``, ...CAPABILITIES.map(([, has]) => (has(can) ? 'yes' : '–'))]),
    ),
  ].join('\n');
  expect(readFileSync(new URL('../../docs/CLIS.md', import.meta.url), 'utf8')).toContain(table);
});

test('in one line it names what is there, and then what is not', () => {
  expect(renderCapabilities(claude.can)).toBe('two-way, steer, permissions, tokens, cost, resume, screen');
  expect(renderCapabilities(codex.can)).toBe(
    'tokens, resume; not: two-way, steer, permissions, cost, screen',
  );
});
