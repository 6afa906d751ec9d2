import { type Budget, limitOf, unspentOf } from '../domain/budget/allowance.ts';
import { amountText, spentText } from '../domain/budget/budget-text.ts';
import { toUsd, UNITS } from '../domain/budget/purse.ts';

const kindOf = ({ purse }: Budget): string => purse.name.split(':')[0] ?? '';

/** "session $1.20 of $2.50 ($1.30 left)", for every limit that there is; null when there is none. */
export function budgetText(budgets: readonly Budget[]): string | null {
  const parts = budgets.flatMap((budget) =>
    UNITS.flatMap((unit) => {
      const unspent = unspentOf(budget, unit);
      if (unspent === null) return [];
      const left = `${amountText(unit, Math.max(0, unspent))} left`;
      const near = budget.purse.isWarned ? ', nearly used up' : '';
      return [`${kindOf(budget)} ${spentText(budget, unit)} (${left}${near})`];
    }),
  );
  return parts.length === 0 ? null : parts.join('; ');
}

/** The same for programs. */
export const budgetsJson = (budgets: readonly Budget[]): readonly Record<string, unknown>[] =>
  budgets.map((budget) => ({
    of: kindOf(budget),
    name: budget.purse.name,
    is_warned: budget.purse.isWarned,
    spent_usd: toUsd(budget.purse.spent.microUsd),
    held_usd: toUsd(budget.purse.held.microUsd),
    limit_usd: usdOrNull(limitOf(budget, 'microUsd')),
    left_usd: usdOrNull(unspentOf(budget, 'microUsd')),
    spent_tokens: budget.purse.spent.tokens,
    held_tokens: budget.purse.held.tokens,
    limit_tokens: limitOf(budget, 'tokens'),
    left_tokens: unspentOf(budget, 'tokens'),
  }));

const usdOrNull = (microUsd: number | null): number | null => (microUsd === null ? null : toUsd(microUsd));
