import { expect, test } from 'vitest';
import { anAttempt } from '../../../tests/store/rows.ts';
import { chargeLoss, chargeTurn, isOutOfAllowance } from './charge.ts';

const before = anAttempt({
  reservedMicroUsd: 1_000_000,
  reservedTokens: 500,
  reservedDay: '2026-11-15',
  heardAt: 1,
});
const after = { ...before, costUsd: 0.4, inputTokens: 100, outputTokens: 20 };

test('a turn is charged what it has cost, and what was set aside for it is let go', () => {
  expect(chargeTurn(before, after, true)).toMatchObject({
    attempt: { reservedMicroUsd: 0, reservedTokens: 0, reservedDay: null },
    spent: { microUsd: 400_000, tokens: 120 },
    released: { microUsd: 1_000_000, tokens: 500 },
  });
});

test('a turn that goes on, or follows at once, keeps the rest', () => {
  expect(chargeTurn(before, after, false)).toMatchObject({
    attempt: { reservedMicroUsd: 600_000, reservedTokens: 380, reservedDay: '2026-11-15' },
    released: { microUsd: 400_000, tokens: 120 },
  });
  expect(chargeTurn(before, { ...before, costUsd: 3 }, false).attempt.reservedMicroUsd).toBe(0);
  expect(chargeTurn(before, before, false)).toMatchObject({ attempt: before, spent: { microUsd: 0 } });
});

test('of a process that ended in the middle of a turn, all that was set aside counts as spent', () => {
  expect(chargeLoss(before)).toMatchObject({
    attempt: { reservedMicroUsd: 0, reservedDay: null },
    spent: { microUsd: 1_000_000, tokens: 500 },
    released: { microUsd: 1_000_000, tokens: 500 },
  });
});

test('where messages tell their price, a lost turn costs that, and never more than was set aside', () => {
  const lost = (mostUsd: number) =>
    chargeLoss({ ...before, turnUsage: { ...using(1, 1), mostUsd } }, true).spent.microUsd;
  expect([lost(0.25), lost(7)]).toEqual([250_000, 1_000_000]);
  expect(chargeLoss(before, true).spent.microUsd).toBe(0);
});

test('a process that never said a word has spent nothing', () => {
  expect(chargeLoss({ ...before, heardAt: null })).toMatchObject({
    spent: { microUsd: 0, tokens: 0 },
    released: { microUsd: 1_000_000, tokens: 500 },
  });
});

const using = (inputTokens: number, outputTokens: number) => ({ messageId: 'm', inputTokens, outputTokens });

test('of a turn that was stopped the tokens that its messages told count, where they are more', () => {
  expect(chargeLoss({ ...before, inputTokens: 50, turnUsage: using(700, 30) })).toMatchObject({
    attempt: { inputTokens: 750, outputTokens: 30, turnUsage: null },
    spent: { microUsd: 1_000_000, tokens: 730 },
    released: { tokens: 500 },
  });
  expect(chargeLoss({ ...before, turnUsage: using(70, 30) }).spent.tokens).toBe(500);
});

test('a turn is out when its messages or its steps have taken all that was set aside of either', () => {
  const after = (changes: object) => isOutOfAllowance(before, { ...before, ...changes });
  expect(after({ turnUsage: using(400, 99) })).toBe(false);
  expect(after({ turnUsage: using(400, 100) })).toBe(true);
  expect(after({ inputTokens: 499 })).toBe(false);
  expect(after({ inputTokens: 300, turnUsage: using(200, 0) })).toBe(true);
  expect(after({ costUsd: 0.99 })).toBe(false);
  expect(after({ costUsd: 1 })).toBe(true);
  const free = { ...before, reservedTokens: 0 };
  expect(isOutOfAllowance(free, { ...free, inputTokens: 9_999 })).toBe(false);
});
