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

test('the question says whose budget it is, what was spent of it, and offers the same again', () => {
  expect(money.text).toBe('The budget of the session is used up ($5.02 of $5.00). Go on with more?');
  expect(money.options).toEqual(['+5', 'stop']);
  expect(tokens).toMatchObject({
    text: expect.stringContaining('1,200,000 tokens of 1,000,000 tokens'),
    options: ['+1000000', 'stop'],
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
