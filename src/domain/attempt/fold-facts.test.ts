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

const total = (totalUsd: number): AgentFact => ({ kind: 'told-cost', totalUsd });
const totalsOf = (resumed: boolean, ...totals: number[]): number =>
  foldFacts({ ...begun, resumed, costBaseUsd: null }, totals.map(total), 1).costUsd;

test('a total counts from what it was before a resumed process did anything', () => {
  expect(totalsOf(false, 0.25, 0.5)).toBe(0.5);
  expect(totalsOf(true, 0.25, 0.25, 0.75)).toBe(0.5);
});

test('a total that begins again at zero goes on from what was spent', () => {
  expect(totalsOf(false, 0.5, 0, 0.25)).toBe(0.75);
});

test('a total is no sign of life', () => {
  const told = foldFacts({ ...begun, costBaseUsd: null, lastEventAt: 1 }, [total(0.5)], 9);
  expect(told).toMatchObject({ lastEventAt: 1, costUsd: 0.5 });
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
  const stalled: AgentFact = { kind: 'stalled', text: 'no network', problem: 'network' };
  const heard = foldFacts(begun, [{ kind: 'said', text: 'hm' }], 1);
  expect(foldFacts(heard, [stalled, stalled], 9).lastEventAt).toBe(1);
  expect(foldFacts(heard, [stalled, { kind: 'said', text: 'on' }], 9).lastEventAt).toBe(9);
});

test('what the CLI tries again counts from its first try, and is over when the agent goes on', () => {
  const again = (text: string): AgentFact => ({ kind: 'stalled', text, problem: 'rate-limit' });
  const held = foldFacts(foldFacts(begun, [again('try 1')], 5), [again('try 2')], 9);
  expect(held.stall).toEqual({ since: 5, text: 'try 2', problem: 'rate-limit' });
  expect(foldFacts(held, [{ kind: 'unknown', type: 'x' }], 10).stall).not.toBeNull();
  expect(foldFacts(held, [{ kind: 'said', text: 'on' }], 10).stall).toBeNull();
  expect(foldFacts(held, [ended(null)], 10).stall).toBeNull();
});

test('what a turn takes is added up by message, and gives way to what its end tells', () => {
  const using = (messageId: string): AgentFact => ({
    kind: 'using',
    messageId,
    inputTokens: 100,
    outputTokens: 5,
  });
  const busy = foldFacts(begun, [using('a'), using('a'), using('b')], 1);
  expect(busy.turnUsage).toEqual({ messageId: 'b', inputTokens: 200, outputTokens: 15 });
  expect(foldFacts(busy, [ended(null)], 2).turnUsage).toBeNull();
  const priced = { ...using('a'), mostUsd: { given: 0.5, written: 0.25 } };
  expect(foldFacts(begun, [priced, priced], 1).turnUsage?.mostUsd).toBe(1);
});

test('tokens of the process replace the sum', () => {
  const total = (input: number): AgentFact =>
    ({ ...ended(null), processTokens: { input, output: 1 } }) as AgentFact;
  expect(foldFacts(begun, [total(10), total(25)], 1)).toMatchObject({ inputTokens: 25, outputTokens: 1 });
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
