import { expect, test } from 'vitest';
import { correctionsOf, mayRetry } from './retry-rule.ts';

test('without a rule, crashes and timeouts are tried again, and a bad exit is an answer', () => {
  expect(mayRetry(null, 'crash')).toBe(true);
  expect(mayRetry(null, 'attempt-timeout')).toBe(true);
  expect(mayRetry(null, 'bad-exit')).toBe(false);
});

test('a rule says what is tried again, and what it does not speak of is left to the table', () => {
  const rule = { tries: 2, on: ['exit'] as const };
  expect(mayRetry(rule, 'bad-exit')).toBe(true);
  expect(mayRetry(rule, 'crash')).toBe(false);
  expect(mayRetry(rule, 'rate-limit')).toBe(true);
});

test('a result is corrected once, and once more for each try on contract', () => {
  expect(correctionsOf(null)).toBe(1);
  expect(correctionsOf({ tries: 3, on: ['crash'] })).toBe(1);
  expect(correctionsOf({ tries: 3, on: ['contract'] })).toBe(4);
});
