import { expect, test } from 'vitest';
import { type Amount, emptyAccount, NO_LIMITS, NOTHING, toMicroUsd } from './account.ts';
import { type Budget, decideAllowance, findNear, fits } from './allowance.ts';

const both = { microUsd: true, tokens: true };
const usd = (amount: number): Amount => ({ ...NOTHING, microUsd: toMicroUsd(amount) });
const budget = (changes: Partial<Budget> = {}, account: Partial<Budget['account']> = {}): Budget => ({
  limits: { ...NO_LIMITS, microUsd: toMicroUsd(10) },
  isShared: false,
  ...changes,
  account: { ...emptyAccount('day:2026-11-15'), ...account },
});

test('without a limit anything is granted', () => {
  expect(decideAllowance([budget({ limits: NO_LIMITS })], both)).toEqual({ is: 'granted', most: NO_LIMITS });
  expect(decideAllowance([], both)).toEqual({ is: 'granted', most: NO_LIMITS });
});

test('a budget of its own is granted as far as it is left', () => {
  const most = { microUsd: toMicroUsd(7.5), tokens: null };
  expect(decideAllowance([budget({}, { spent: usd(2.5) })], both)).toEqual({ is: 'granted', most });
});

test('of a budget that others share, half of what is left is granted, or what is worth a start', () => {
  const grants = (left: number) => {
    const allowance = decideAllowance([budget({ isShared: true }, { spent: usd(10 - left) })], both);
    return allowance.is === 'granted' ? (allowance.most.microUsd ?? 0) / 1_000_000 : allowance.is;
  };
  expect([8, 2, 0.4, 0.1].map(grants)).toEqual([4, 1, 0.25, 0.1]);
});

test('the tightest of several budgets decides', () => {
  const budgets = [budget({}, { spent: usd(9) }), budget({ isShared: true })];
  expect(decideAllowance(budgets, both)).toMatchObject({ most: { microUsd: toMicroUsd(1) } });
});

test('what is spent is used up; what is only set aside may come back', () => {
  expect(decideAllowance([budget({}, { spent: usd(10) })], both)).toMatchObject({
    is: 'used-up',
    unit: 'microUsd',
  });
  expect(decideAllowance([budget({}, { spent: usd(4), reserved: usd(6) })], both)).toEqual({ is: 'in-use' });
});

test('what a person added counts', () => {
  const raised = budget({}, { spent: usd(10), raised: usd(5) });
  expect(decideAllowance([raised], both)).toMatchObject({ most: { microUsd: toMicroUsd(5) } });
});

test('a budget does not bind what is never told', () => {
  const spent = budget({}, { spent: usd(10) });
  expect(decideAllowance([spent], { microUsd: false, tokens: true })).toMatchObject({ is: 'granted' });
});

test('an amount fits when no limit is passed by it and by what others hold', () => {
  const held = budget({}, { spent: usd(4), reserved: usd(4) });
  expect(fits([held], usd(2))).toBe(true);
  expect(fits([held], usd(2.000001))).toBe(false);
});

test('a limit is near from the given part on, until somebody was told', () => {
  expect(findNear([budget({}, { spent: usd(7.99) })], 0.8)).toBeNull();
  expect(findNear([budget({}, { spent: usd(8) })], 0.8)).toMatchObject({ unit: 'microUsd' });
  expect(findNear([budget({}, { spent: usd(9), isWarned: true })], 0.8)).toBeNull();
});
