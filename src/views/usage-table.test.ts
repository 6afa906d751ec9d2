import { expect, test } from 'vitest';
import { NO_USAGE } from '../domain/usage/usage.ts';
import { styleFor } from './style.ts';
import { renderUsage, usageListJson } from './usage-table.ts';

const plain = styleFor(false);
const used = {
  ...NO_USAGE,
  sessions: 1,
  attempts: 2,
  inputTokens: 45_230,
  costUsd: 0.1 + 0.2,
  durationMs: 159_400,
};

test('one line for each sum, what has no run by a dash, and all together below', () => {
  const sums = [
    { ...used, of: 'r1' },
    { ...NO_USAGE, of: null },
  ];
  expect(renderUsage({ by: 'run', sums, total: used }, plain)).toMatchInlineSnapshot(`
    "RUN    SESSIONS  ATTEMPTS  IN     OUT  COST   TOOLS  TIME    CPU  MEMORY
    r1     1         2         45230  0    $0.30  0      2m 39s  –    –
    -      0         0         0      0    $0.00  0      0s      –    –
    total  1         2         45230  0    $0.30  0      2m 39s  –    –
    "
  `);
});

test('what no attempt told of the machine is a dash and null, never 0', () => {
  const told = { ...used, of: 'a', cpuMs: 12_340, peakKb: 2_202_010 };
  const text = renderUsage({ by: 'session', sums: [told, { ...used, of: 'b' }], total: told }, plain);
  expect(text).toMatch(/^a .* 12\.3s {2}2\.1 GB$/m);
  expect(text).toMatch(/^b .* – {6}–$/m);
  const json = usageListJson({ by: 'session', since: null, sums: [told, { ...used, of: 'b' }], total: told });
  expect(json.usage).toMatchObject([
    { cpu_seconds: 12.34, peak_memory_mb: 2150.5 },
    { cpu_seconds: null, peak_memory_mb: null },
  ]);
});

test('where nothing was used, that is said', () => {
  expect(renderUsage({ by: 'day', sums: [], total: NO_USAGE }, plain)).toBe('Nothing was used\n');
});

test('programs get money without the dust of fractions', () => {
  const { total } = usageListJson({ by: 'day', since: null, sums: [], total: used });
  expect(total).toMatchObject({ cost_usd: 0.3, duration_ms: 159_400, input_tokens: 45_230 });
});
