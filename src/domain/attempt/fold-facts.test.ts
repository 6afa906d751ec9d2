import { expect, test } from 'vitest';
import type { AgentFact } from '../agent/fact.ts';
import type { Attempt } from './attempt.ts';
import { foldFacts } from './fold-facts.ts';

const begun = { costUsd: 0, inputTokens: 0, outputTokens: 0 } as Attempt;
const ended = (processCostUsd: number | null, turnCostUsd?: number): AgentFact => ({
  kind: 'turn-ended',
  ok: true,
  text: '',
  problem: null,
  inputTokens: 10,
  outputTokens: 1,
  processCostUsd,
  ...(turnCostUsd === undefined ? {} : { turnCostUsd }),
});
const costOf = (...facts: AgentFact[]): number => foldFacts(begun, facts, 1).costUsd;

test('a running total replaces the one before it, and silence changes nothing', () => {
  expect(costOf(ended(0.5), ended(0.75))).toBe(0.75);
  expect(costOf(ended(0.5), ended(null))).toBe(0.5);
});

test('costs of single turns add up, whatever total stands beside them', () => {
  expect(costOf(ended(7.5, 0.5), ended(7.75, 0.25))).toBe(0.75);
});

test('tokens of every turn add up', () => {
  expect(foldFacts(begun, [ended(null), ended(null)], 1)).toMatchObject({ inputTokens: 20, outputTokens: 2 });
});
