import { expect, test } from 'vitest';
import { anAttempt } from '../../../tests/store/rows.ts';
import type { AgentFact } from '../agent/fact.ts';
import { foldFacts } from './fold-facts.ts';

const AT = 500;
const fold = (...facts: AgentFact[]) => foldFacts(anAttempt(), facts, AT);
const result = (changes: Partial<Extract<AgentFact, { kind: 'turn-ended' }>> = {}): AgentFact => ({
  kind: 'turn-ended',
  ok: true,
  text: 'done',
  problem: null,
  inputTokens: 10,
  outputTokens: 2,
  processCostUsd: 0.5,
  ...changes,
});

test('no facts change nothing', () => {
  expect(fold()).toEqual(anAttempt());
});

test('the first fact is when it was heard, and every fact is a sign of life', () => {
  const first = fold({ kind: 'said', text: 'a' });
  expect(first).toMatchObject({ heardAt: AT, lastEventAt: AT, messages: 1 });
  const later = foldFacts(first, [{ kind: 'said', text: 'b' }], AT + 1);
  expect(later).toMatchObject({ heardAt: AT, lastEventAt: AT + 1, messages: 2 });
});

test('tools are counted when they start, and named while they run', () => {
  const running = fold({ kind: 'tool-started', name: 'Bash', summary: 'make' });
  expect(running).toMatchObject({ tools: 1, currentTool: 'Bash' });
  const ended = foldFacts(running, [{ kind: 'tool-ended', ok: true, text: '' }], AT);
  expect(ended).toMatchObject({ tools: 1, currentTool: null });
});

test('tokens of turns add up; a running total of money replaces the one before', () => {
  const attempt = fold(result(), result({ processCostUsd: 0.8, text: 'again', ok: false }));
  expect(attempt).toMatchObject({
    inputTokens: 20,
    outputTokens: 4,
    costUsd: 0.8,
    lastResult: 'again',
    lastResultOk: false,
  });
});

test('a result without a price leaves the price alone, and a smaller total never takes money back', () => {
  expect(fold(result(), result({ processCostUsd: null })).costUsd).toBe(0.5);
  expect(fold(result(), result({ processCostUsd: 0.1 })).costUsd).toBe(0.5);
});

test('money of the turn alone adds up', () => {
  expect(fold(result({ turnCostUsd: 0.25 }), result({ turnCostUsd: 0.5 })).costUsd).toBe(0.75);
});

test('of plain output the last words stand for a result', () => {
  const attempt = fold({ kind: 'output', text: 'x'.repeat(3_000) }, { kind: 'output', text: 'the end' });
  expect(attempt.messages).toBe(2);
  expect(attempt.lastResult).toHaveLength(2_000);
  expect(attempt.lastResult?.endsWith('\nthe end')).toBe(true);
});

test('a conversation id that the agent tells is kept; one that it leaves out changes nothing', () => {
  const told = fold({ kind: 'began', conversationId: 'abc', model: null });
  expect(told.conversationId).toBe('abc');
  const again = foldFacts(told, [{ kind: 'began', conversationId: null, model: null }], AT);
  expect(again.conversationId).toBe('abc');
});

test('what runs in the background, what is unknown and what is broken is counted', () => {
  const attempt = fold(
    { kind: 'background', running: 3 },
    { kind: 'background', running: 1 },
    { kind: 'unknown', type: 'new' },
    { kind: 'broken', problem: 'not JSON' },
  );
  expect(attempt).toMatchObject({ backgroundTasks: 1, unknownEvents: 1, brokenLines: 1 });
});
