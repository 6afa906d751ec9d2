import { expect, test } from 'vitest';
import { anAttempt } from '../../../tests/store/rows.ts';
import type { AgentFact } from '../agent/fact.ts';
import { ownShare } from './own-share.ts';

const ended = (more: object = {}): AgentFact => ({
  kind: 'turn-ended',
  ok: true,
  text: '',
  problem: null,
  inputTokens: 300,
  outputTokens: 60,
  processCostUsd: null,
  ...more,
});
const before = (number: number, conversationId: string) =>
  anAttempt({ number, conversationId, inputTokens: 100, outputTokens: 20 });
const now = anAttempt({ number: 3, conversationId: 'c' });

test('of a count of the whole conversation, what earlier attempts took is taken away', () => {
  const all = [before(1, 'c'), before(2, 'c'), now];
  expect(ownShare([ended({ countsConversation: true })], now, all)).toMatchObject([
    { inputTokens: 100, outputTokens: 20 },
  ]);
});

test('what belongs to another conversation stays out of it, and a count never falls below nothing', () => {
  const counted = [ended({ countsConversation: true, inputTokens: 50 })];
  expect(ownShare(counted, now, [before(1, 'other'), before(2, 'c')])).toMatchObject([
    { inputTokens: 0, outputTokens: 40 },
  ]);
});

test('a count of this process alone is left as it is', () => {
  expect(ownShare([ended()], now, [before(1, 'c')])).toEqual([ended()]);
});

test('of the money of a whole conversation, what earlier attempts spent is taken away', () => {
  const paid = { ...before(1, 'c'), costUsd: 0.25 };
  const told = (processCostUsd: number) => [ended({ costsConversation: true, processCostUsd })];
  expect(ownShare(told(0.75), now, [paid])).toMatchObject([{ processCostUsd: 0.5, inputTokens: 300 }]);
  // A smaller total is that of the process.
  expect(ownShare(told(0.1), now, [paid])).toMatchObject([{ processCostUsd: 0.1 }]);
});
