import { expect, test } from 'vitest';
import { emptyAccount } from './account.ts';
import type { Budget } from './allowance.ts';
import { parseBudgetAnswer, processCapQuestion, usedUpQuestion } from './budget-question.ts';
import { amountText, parseMicroUsd, parseTokens } from './budget-text.ts';

const budget: Budget = {
  account: { ...emptyAccount('session:s1'), spent: { microUsd: 5_020_000, tokens: 1_200_000 } },
  limits: { microUsd: 5_000_000, tokens: 1_000_000 },
  isShared: false,
};
const money = usedUpQuestion(budget, 'microUsd');

test('the question says whose budget it is, what was spent of it, and offers the same again', () => {
  expect(money.text).toBe('The budget of the session is used up ($5.02 of $5.00). Go on with more?');
  expect(money.options).toEqual(['+5', 'stop']);
  expect(usedUpQuestion(budget, 'tokens')).toMatchObject({
    text: expect.stringContaining('1,200,000 tokens of 1,000,000 tokens'),
    options: ['+1000000', 'stop'],
  });
});

test('an answer raises the budget by any amount, or stops', () => {
  expect(parseBudgetAnswer(money, '+2.50')).toEqual({
    is: 'raise',
    account: 'session:s1',
    amount: { microUsd: 2_500_000, tokens: 0 },
  });
  expect(parseBudgetAnswer(usedUpQuestion(budget, 'tokens'), '+500k')).toMatchObject({
    amount: { microUsd: 0, tokens: 500_000 },
  });
  expect(parseBudgetAnswer(money, 'Stop')).toEqual({ is: 'stop' });
});

test.each(['', '5', '+', '+0', '+-1', '+1e9', 'go on', '+500k'])('"%s" is no answer to it', (answer) => {
  expect(parseBudgetAnswer(money, answer)).toBeUndefined();
});

test('where the CLI has a limit of its own, one may go on or stop', () => {
  const question = processCapQuestion('$10.00');
  expect(parseBudgetAnswer(question, 'go on')).toEqual({ is: 'go-on' });
  expect(parseBudgetAnswer(question, 'stop')).toEqual({ is: 'stop' });
  expect(parseBudgetAnswer(question, '+5')).toBeUndefined();
});

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
