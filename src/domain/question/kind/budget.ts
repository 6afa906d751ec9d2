import { type Amount, isDayAccount, NOTHING, toUsd, type Unit } from '../../budget/account.ts';
import { type Budget, limitOf } from '../../budget/allowance.ts';
import { parseMicroUsd, parseTokens, usedUpText } from '../../budget/budget-text.ts';
import type { AnswerEffect } from '../answer-effect.ts';
import { STOP } from '../answers.ts';
import type { KindRow } from '../question-kind.ts';

/** `why`: the reason of a session that ends with it. `over`: how much more was used than the limit. */
export type BudgetPayload = Readonly<{ account: string; unit: Unit; why: string; over: number }>;
type BudgetQuestionFacts = Readonly<{ budget: Budget; unit: Unit }>;

const CENT = 10_000;
const LEAST_RAISE: Amount = { microUsd: 1_000_000, tokens: 100_000 };

/** A budget is used up. On offer is twice of what was used; any amount that covers it may be given. */
export const budget: KindRow<BudgetPayload, BudgetQuestionFacts> = {
  word: ({ budget: of, unit }) => {
    const why = usedUpText(of, unit);
    const over = overspent(of, unit);
    const least = over === 0 ? '' : ` It takes more than +${spelled(unit, over)}.`;
    return {
      text: `${why} Go on with more?${least}`,
      options: [`+${spelled(unit, offerOf(of, unit))}`, STOP],
      payload: { account: of.account.name, unit, why, over },
    };
  },
  effect: ({ payload }, answer) => {
    const said = answer.trim().toLowerCase();
    if (said === STOP) return endForBudget(payload.why);
    const amount = said.startsWith('+') ? parseAmount(payload.unit, said.slice(1)) : undefined;
    // What does not even cover what was used would only be asked about again.
    if (!amount || amount <= payload.over) return null;
    const raise = { ...NOTHING, [payload.unit]: amount };
    return { do: 'raise-budget', account: payload.account, amount: raise };
  },
  asker: () => ({ is: 'session' }),
  closes: 'used-up-budget',
  process: 'idles-out',
  topic: 'budget',
  account: ({ account }) => account,
  concernsAll: ({ account }) => isDayAccount(account),
};

const overspent = (of: Budget, unit: Unit): number =>
  Math.max(0, of.account.spent[unit] - (limitOf(of, unit) ?? 0));

// Raises the limit to twice what was used, or twice what it was.
function offerOf(of: Budget, unit: Unit): number {
  const limit = limitOf(of, unit) ?? 0;
  const raise = 2 * Math.max(limit, of.account.spent[unit]) - limit || LEAST_RAISE[unit];
  return unit === 'tokens' ? raise : Math.ceil(raise / CENT) * CENT;
}

const spelled = (unit: Unit, amount: number): number => (unit === 'tokens' ? amount : toUsd(amount));

const parseAmount = (unit: Unit, text: string): number | undefined =>
  unit === 'tokens' ? parseTokens(text) : parseMicroUsd(text);

export const endForBudget = (text: string): AnswerEffect => ({
  do: 'end-session',
  ending: 'killed',
  reason: 'budget',
  text,
});
