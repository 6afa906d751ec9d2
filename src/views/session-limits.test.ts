import { expect, test } from 'vitest';
import { aConfig } from '../../tests/samples/config.ts';
import { limitWords } from './session-limits.ts';

const { claude } = aConfig();
const spec = { budgetUsd: null, budgetTokens: null, maxTurns: null };

test('the limits of Claude Code name its money, its model turns and its time', () => {
  expect(limitWords({ cli: 'claude', spec, lifetimeMs: 1_800_000 }, claude)).toEqual([
    '$10.00 a process, then it asks',
    '11 stretches of 50 model turns, then it asks',
    '30m 0s of work',
  ]);
});

test('a budget of the session takes the place of what one process may spend', () => {
  const own = { ...spec, budgetUsd: 2.5, maxTurns: 7 };
  expect(limitWords({ cli: 'claude', spec: own, lifetimeMs: 60_000 }, claude)).toEqual([
    '$2.50, then it asks',
    '11 stretches of 7 model turns, then it asks',
    '1m 0s of work',
  ]);
});

test('model turns of another CLI are not told, because Swarm does not limit them', () => {
  const own = { ...spec, budgetTokens: 500_000 };
  expect(limitWords({ cli: 'codex', spec: own, lifetimeMs: 60_000 }, claude)).toEqual([
    '500,000 tokens, then it asks',
    '1m 0s of work',
  ]);
});
