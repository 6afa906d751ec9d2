import { expect, test } from 'vitest';
import { anAttempt } from '../../../tests/store/rows.ts';
import { settleLoss, settleTurn } from './settlement.ts';

const before = anAttempt({ heldMicroUsd: 1_000_000, heldTokens: 500, heldDay: '2026-11-15', heardAt: 1 });
const after = { ...before, costUsd: 0.4, inputTokens: 100, outputTokens: 20 };

test('a turn is charged what it has cost, and what was set aside for it is let go', () => {
  expect(settleTurn(before, after, true)).toMatchObject({
    attempt: { heldMicroUsd: 0, heldTokens: 0, heldDay: null },
    spent: { microUsd: 400_000, tokens: 120 },
    released: { microUsd: 1_000_000, tokens: 500 },
  });
});

test('a turn that goes on, or follows at once, keeps the rest', () => {
  expect(settleTurn(before, after, false)).toMatchObject({
    attempt: { heldMicroUsd: 600_000, heldTokens: 380, heldDay: '2026-11-15' },
    released: { microUsd: 400_000, tokens: 120 },
  });
  expect(settleTurn(before, { ...before, costUsd: 3 }, false).attempt.heldMicroUsd).toBe(0);
  expect(settleTurn(before, before, false)).toMatchObject({ attempt: before, spent: { microUsd: 0 } });
});

test('of a process that ended in the middle of a turn, all that was set aside counts as spent', () => {
  expect(settleLoss(before)).toMatchObject({
    attempt: { heldMicroUsd: 0, heldDay: null },
    spent: { microUsd: 1_000_000, tokens: 500 },
    released: { microUsd: 1_000_000, tokens: 500 },
  });
});

test('a process that never said a word has spent nothing', () => {
  expect(settleLoss({ ...before, heardAt: null })).toMatchObject({
    spent: { microUsd: 0, tokens: 0 },
    released: { microUsd: 1_000_000, tokens: 500 },
  });
});
