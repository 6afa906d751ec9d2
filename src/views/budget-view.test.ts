import { expect, test } from 'vitest';
import { emptyAccount, NO_LIMITS, NOTHING } from '../domain/budget/account.ts';
import type { Budget } from '../domain/budget/allowance.ts';
import { budgetsJson, budgetText } from './budget-view.ts';

const budget = (changes: Partial<Budget['account']> = {}): Budget => ({
  account: { ...emptyAccount('day:2026-11-15'), spent: { microUsd: 4_100_000, tokens: 200 }, ...changes },
  limits: { microUsd: 5_000_000, tokens: 1_000 },
  isShared: true,
});

test('a budget is shown with what was spent, its limit, and what is left', () => {
  expect(budgetText([budget()])).toBe(
    'day $4.10 of $5.00 ($0.90 left); day 200 tokens of 1,000 tokens (800 tokens left)',
  );
  expect(budgetText([budget({ isWarned: true, raised: { ...NOTHING, microUsd: 1_000_000 } })])).toContain(
    'day $4.10 of $6.00 ($1.90 left, nearly used up)',
  );
});

test('what has no limit is not shown, and never less than nothing is left', () => {
  expect(budgetText([{ ...budget(), limits: NO_LIMITS }])).toBeNull();
  const over = budget({ spent: { microUsd: 5_200_000, tokens: 0 }, isWarned: true });
  expect(budgetText([over])).toContain('$5.20 of $5.00 ($0.00 left, used up)');
});

test('programs read the same in dollars and tokens', () => {
  expect(budgetsJson([budget()])).toEqual([
    {
      of: 'day',
      name: 'day:2026-11-15',
      is_warned: false,
      spent_usd: 4.1,
      reserved_usd: 0,
      limit_usd: 5,
      left_usd: 0.9,
      spent_tokens: 200,
      reserved_tokens: 0,
      limit_tokens: 1_000,
      left_tokens: 800,
    },
  ]);
});
