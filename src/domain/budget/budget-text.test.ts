import { expect, test } from 'vitest';
import { amountText, parseMicroUsd, parseTokens } from './budget-text.ts';

test('amounts are written as people write them', () => {
  expect([parseMicroUsd('$2.50'), parseMicroUsd('0.000001'), parseMicroUsd('2,50')]).toEqual([
    2_500_000,
    1,
    undefined,
  ]);
  expect([parseTokens('500k'), parseTokens('1.5M'), parseTokens('12'), parseTokens('1g')]).toEqual([
    500_000,
    1_500_000,
    12,
    undefined,
  ]);
  expect([amountText('microUsd', 1_200), amountText('microUsd', 2_500_000)]).toEqual(['$0.0012', '$2.50']);
});
