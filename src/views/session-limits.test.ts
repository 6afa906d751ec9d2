import { expect, test } from 'vitest';
import { aConfig } from '../../tests/samples/config.ts';
import { limitWords, moneyWords } from './session-limits.ts';

const { claude } = aConfig();
const spec = { budgetUsd: null, budgetTokens: null, maxTurns: null };

test('the limits of Claude Code name its model turns and its time, and money where it is limited', () => {
  expect(limitWords({ cli: 'claude', spec, lifetimeMs: 1_800_000 }, claude)).toEqual([
    '11 stretches of 50 model turns, then it asks',
    '30m 0s of work',
  ]);
});

test('the money of a session is the budget that it has', () => {
  const own = { ...spec, budgetUsd: 2.5, maxTurns: 7 };
  expect(limitWords({ cli: 'claude', spec: own, lifetimeMs: 60_000 }, claude)).toEqual([
    '$2.50, then it asks',
    '11 stretches of 7 model turns, then it asks',
    '1m 0s of work',
  ]);
});

test('the standard budget is that of every session, or else that of Claude Code', () => {
  const config = aConfig();
  expect(moneyWords(config)).toBe('$10.00 a session, then it asks');
  expect(moneyWords({ ...config, budget: { ...config.budget, sessionUsd: 3 } })).toBe(
    '$3.00 a session, then it asks',
  );
  expect(moneyWords({ ...config, claude: { ...config.claude, budgetUsd: null } })).toBe('no limit of money');
});

test('model turns of another CLI are not told, because Swarm does not limit them', () => {
  const own = { ...spec, budgetTokens: 500_000 };
  expect(limitWords({ cli: 'codex', spec: own, lifetimeMs: 60_000 }, claude)).toEqual([
    '500,000 tokens, then it asks',
    '1m 0s of work',
  ]);
});
