import { expect, test } from 'vitest';
import { aQuestion } from '../../../../tests/store/rows.ts';
import { emptyAccount } from '../../budget/account.ts';
import type { Budget } from '../../budget/allowance.ts';
import { effectOfAnswer, wordQuestion } from '../kinds.ts';

const budget: Budget = {
  account: { ...emptyAccount('session:s1'), spent: { microUsd: 5_020_000, tokens: 1_200_000 } },
  limits: { microUsd: 5_000_000, tokens: 1_000_000 },
  isShared: false,
};
const money = wordQuestion('budget', { budget, unit: 'microUsd' });
const tokens = wordQuestion('budget', { budget, unit: 'tokens' });

test('the question says whose budget it is, what was spent of it, and offers twice that', () => {
  expect(money.text).toBe(
    'The budget of the session is used up ($5.02 of $5.00). Go on with more? It takes more than +0.02.',
  );
  expect(money.options).toEqual(['+5.04', 'stop']);
  expect(tokens).toMatchObject({
    text: expect.stringContaining('1,200,000 tokens of 1,000,000 tokens'),
    options: ['+1400000', 'stop'],
  });
});

test('an answer raises the budget by any amount, or ends the session', () => {
  expect(effectOfAnswer(aQuestion(money), '+2.50')).toEqual({
    do: 'raise-budget',
    account: 'session:s1',
    amount: { microUsd: 2_500_000, tokens: 0 },
  });
  expect(effectOfAnswer(aQuestion(tokens), '+500k')).toMatchObject({
    amount: { microUsd: 0, tokens: 500_000 },
  });
  expect(effectOfAnswer(aQuestion(money), 'Stop')).toMatchObject({
    do: 'end-session',
    text: 'The budget of the session is used up ($5.02 of $5.00).',
  });
});

test('what is offered covers what was used and as much again; what does not cover it is no answer', () => {
  const spent = (tokens: number) => ({ ...budget.account, spent: { microUsd: 0, tokens } });
  const wordOf = (tokens: number, limit: number) =>
    wordQuestion('budget', {
      budget: { ...budget, account: spent(tokens), limits: { microUsd: null, tokens: limit } },
      unit: 'tokens',
    });
  expect(wordOf(10_000, 10_000)).toMatchObject({ options: ['+10000', 'stop'] });
  expect(wordOf(10_000, 10_000).text).not.toContain('It takes');
  expect(wordOf(30_000, 10_000)).toMatchObject({ options: ['+50000', 'stop'] });
  expect(wordOf(0, 0)).toMatchObject({ options: ['+100000', 'stop'] });
  const overdrawn = aQuestion(wordOf(30_000, 10_000));
  expect(effectOfAnswer(overdrawn, '+20k')).toBeNull();
  expect(effectOfAnswer(overdrawn, '+20001')).toMatchObject({ amount: { tokens: 20_001 } });
});

test.each(['', '5', '+', '+0', '+-1', '+1e9', 'go on', '+500k'])('"%s" is no answer to it', (answer) => {
  expect(effectOfAnswer(aQuestion(money), answer)).toBeNull();
});

test('where the CLI has a limit of its own, one may go on or stop', () => {
  const question = aQuestion(wordQuestion('process-budget', { words: '$10.00' }));
  expect(effectOfAnswer(question, 'go on')).toEqual({ do: 'go-on' });
  expect(effectOfAnswer(question, 'stop')).toMatchObject({
    text: 'The agent CLI stopped at the budget of one process ($10.00).',
  });
  expect(effectOfAnswer(question, '+5')).toBeNull();
});
