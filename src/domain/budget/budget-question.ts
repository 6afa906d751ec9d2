import { GO_ON } from '../question/answers.ts';
import type { Question } from '../question/question.ts';
import { type Amount, NOTHING, toUsd, type Unit } from './account.ts';
import { type Budget, limitOf } from './allowance.ts';
import { parseMicroUsd, parseTokens, usedUpText } from './budget-text.ts';

export const STOP_SPENDING = 'stop';

/** The meaning of an answer to a question about a budget. */
export type BudgetAnswer =
  | { is: 'stop' }
  | { is: 'go-on' }
  | { is: 'raise'; account: string; amount: Amount };

const LEAST_RAISE: Amount = { microUsd: 1_000_000, tokens: 100_000 };

type BudgetQuestion = Pick<Question, 'kind' | 'text' | 'options' | 'input'>;

/** The question about a budget that is used up. The limit again is on offer; any amount may be given. */
export function usedUpQuestion(budget: Budget, unit: Unit): BudgetQuestion {
  const limit = limitOf(budget, unit) || LEAST_RAISE[unit];
  const again = unit === 'tokens' ? String(limit) : String(toUsd(limit));
  return {
    kind: 'budget',
    text: usedUpText(budget, unit),
    options: [`+${again}`, STOP_SPENDING],
    input: JSON.stringify({ account: budget.account.name, unit }),
  };
}

/** The question when the agent CLI stopped at the most that one process of it may spend. */
export const processCapQuestion = (words: string): BudgetQuestion => ({
  kind: 'budget',
  text: `The agent CLI stopped at the budget of one process (${words}). Go on with a new one?`,
  options: [GO_ON, STOP_SPENDING],
  input: null,
});

/** Parses an answer; undefined when it is none. */
export function parseBudgetAnswer(
  question: Pick<Question, 'input'>,
  answer: string,
): BudgetAnswer | undefined {
  const said = answer.trim().toLowerCase();
  if (said === STOP_SPENDING) return { is: 'stop' };
  if (question.input === null) return said === GO_ON ? { is: 'go-on' } : undefined;
  const { account, unit } = JSON.parse(question.input) as { account: string; unit: Unit };
  if (!said.startsWith('+')) return undefined;
  const amount = unit === 'tokens' ? parseTokens(said.slice(1)) : parseMicroUsd(said.slice(1));
  return amount ? { is: 'raise', account, amount: { ...NOTHING, [unit]: amount } } : undefined;
}
