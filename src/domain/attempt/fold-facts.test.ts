import { expect, test } from 'vitest';
import type { AgentFact } from '../agent/fact.ts';
import type { Attempt } from './attempt.ts';
import { foldFacts } from './fold-facts.ts';

const begun = {
  costUsd: 0,
  inputTokens: 0,
  outputTokens: 0,
  messages: 0,
  tools: 0,
  openTools: 0,
  lastSaid: null,
  lastEventAt: null,
} as Attempt;
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

test('what single steps took is added to what the end of the turn tells', () => {
  const spent: AgentFact = { kind: 'spent', inputTokens: 5, outputTokens: 2, costUsd: 0.25 };
  expect(foldFacts(begun, [spent, spent, ended(null, 0.5)], 1)).toMatchObject({
    inputTokens: 20,
    outputTokens: 5,
    costUsd: 1,
  });
});

test('the last words before a silent end are its result, joined where they came in parts', () => {
  const part = (text: string): AgentFact => ({ kind: 'said', text, asResult: 'part' });
  const tool: AgentFact = { kind: 'tool-started', name: 'shell', summary: '' };
  const half = foldFacts(begun, [part('I be'), part('gin.'), tool, part('It is ')], 1);
  expect(half).toMatchObject({ lastSaid: 'It is ' });
  expect(foldFacts(half, [part('done.'), ended(null)], 2)).toMatchObject({
    lastResult: 'It is done.',
    lastSaid: null,
  });
  const whole: AgentFact = { kind: 'said', text: 'All.', asResult: 'whole' };
  expect(foldFacts(half, [whole, ended(null)], 2).lastResult).toBe('All.');
});

test('words that the end repeats are not kept before it', () => {
  expect(foldFacts(begun, [{ kind: 'said', text: 'hm' }], 1).lastSaid).toBeNull();
});

test('to be held up is no sign of life, unless something else is said beside it', () => {
  const stalled: AgentFact = { kind: 'stalled', text: 'no network' };
  const heard = foldFacts(begun, [{ kind: 'said', text: 'hm' }], 1);
  expect(foldFacts(heard, [stalled, stalled], 9).lastEventAt).toBe(1);
  expect(foldFacts(heard, [stalled, { kind: 'said', text: 'on' }], 9).lastEventAt).toBe(9);
});

const began = (name: string): AgentFact => ({ kind: 'tool-started', name, summary: '' });
const over: AgentFact = { kind: 'tool-ended', ok: true, text: '' };

test('a tool is at work until all that run beside each other have ended', () => {
  const toolOf = (...facts: AgentFact[]) => foldFacts(begun, facts, 1).currentTool;
  expect(toolOf(began('Bash'), began('Read'), over)).toBe('Read');
  expect(toolOf(began('Bash'), began('Read'), over, over)).toBeNull();
  expect(toolOf(over, began('Bash'), over)).toBeNull();
  expect(toolOf(began('Bash'), began('Read'), ended(null))).toBeNull();
});
