import type { BudgetAnswer } from '../contract/answer/parts.ts';
import { toUsd, UNITS } from '../domain/budget/account.ts';
import { type Budget, limitOf, unspentOf } from '../domain/budget/allowance.ts';
import { amountText, spentText } from '../domain/budget/budget-text.ts';

const kindOf = ({ account, isInherited }: Budget): string =>
  isInherited ? 'parent' : (account.name.split(':')[0] ?? '');

/** "session $1.20 of $2.50 ($1.30 left)", for every limit that there is; null when there is none. */
export function budgetText(budgets: readonly Budget[]): string | null {
  const parts = budgets.flatMap((budget) =>
    UNITS.flatMap((unit) => {
      const unspent = unspentOf(budget, unit);
      if (unspent === null) return [];
      const left = `${amountText(unit, Math.max(0, unspent))} left`;
      const how = unspent <= 0 ? ', used up' : budget.account.isWarned ? ', nearly used up' : '';
      return [`${kindOf(budget)} ${spentText(budget, unit)} (${left}${how})`];
    }),
  );
  return parts.length === 0 ? null : parts.join('; ');
}

/** The same for programs. */
export const budgetJson = (budget: Budget): BudgetAnswer => ({
  of: kindOf(budget),
  name: budget.account.name,
  is_warned: budget.account.isWarned,
  spent_usd: toUsd(budget.account.spent.microUsd),
  reserved_usd: toUsd(budget.account.reserved.microUsd),
  limit_usd: usdOrNull(limitOf(budget, 'microUsd')),
  left_usd: usdOrNull(unspentOf(budget, 'microUsd')),
  spent_tokens: budget.account.spent.tokens,
  reserved_tokens: budget.account.reserved.tokens,
  limit_tokens: limitOf(budget, 'tokens'),
  left_tokens: unspentOf(budget, 'tokens'),
});

export const budgetsJson = (budgets: readonly Budget[]): readonly BudgetAnswer[] => budgets.map(budgetJson);

const usdOrNull = (microUsd: number | null): number | null => (microUsd === null ? null : toUsd(microUsd));
