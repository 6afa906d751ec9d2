import { expect, test } from 'vitest';
import { decideConfigChange } from './config-change.ts';
import { resolveConfig } from './config-layers.ts';

const valuesOf = (flags: Record<string, string>) => resolveConfig({ env: {}, flags }).values;

test('what changed is taken in, and named', () => {
  const after = valuesOf({ 'failures.max': '3', retries: '1' });
  const change = decideConfigChange(valuesOf({}), after);
  expect(change).toEqual({ values: after, taken: ['retries', 'failures.max'], kept: [] });
  expect(decideConfigChange(after, after)).toEqual({ values: after, taken: [], kept: [] });
});

test('what names a command or a place stays as it was until a restart', () => {
  const before = valuesOf({});
  const change = decideConfigChange(before, valuesOf({ 'gate.command': 'rm -rf /', retries: '1' }));
  expect([change.taken, change.kept]).toEqual([['retries'], ['gate.command']]);
  expect([change.values['gate.command'], change.values.retries]).toEqual([null, 1]);
});
