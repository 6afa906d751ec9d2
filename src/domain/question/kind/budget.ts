import { type Amount, NOTHING, toUsd, type Unit } from '../../budget/account.ts';
import { type Budget, limitOf } from '../../budget/allowance.ts';
import { parseMicroUsd, parseTokens, usedUpText } from '../../budget/budget-text.ts';
import type { AnswerEffect } from '../answer-effect.ts';
import { STOP } from '../answers.ts';
import type { KindRow } from '../question-kind.ts';

/** `why`: the reason of a session that ends with it. */
export type BudgetPayload = Readonly<{ account: string; unit: Unit; why: string }>;
type About = Readonly<{ budget: Budget; unit: Unit }>;

const LEAST_RAISE: Amount = { microUsd: 1_000_000, tokens: 100_000 };

/** A budget is used up. The limit again is on offer; any amount may be given. */
export const budget: KindRow<BudgetPayload, About> = {
  word: ({ budget: of, unit }) => {
    const limit = limitOf(of, unit) || LEAST_RAISE[unit];
    const again = unit === 'tokens' ? limit : toUsd(limit);
    const why = usedUpText(of, unit);
    return {
      text: `${why} Go on with more?`,
      options: [`+${again}`, STOP],
      payload: { account: of.account.name, unit, why },
    };
  },
  effect: ({ payload }, answer) => {
    const said = answer.trim().toLowerCase();
    if (said === STOP) return endForBudget(payload.why);
    const amount = said.startsWith('+') ? parseAmount(payload.unit, said.slice(1)) : undefined;
    if (!amount) return null;
    const raise = { ...NOTHING, [payload.unit]: amount };
    return { do: 'raise-budget', account: payload.account, amount: raise };
  },
  asker: () => ({ is: 'session' }),
  closes: 'used-up-budget',
  process: 'idles-out',
  topic: 'budget',
};

const parseAmount = (unit: Unit, text: string): number | undefined =>
  unit === 'tokens' ? parseTokens(text) : parseMicroUsd(text);

export const endForBudget = (text: string): AnswerEffect => ({
  do: 'end-session',
  ending: 'killed',
  reason: 'budget',
  text,
});
