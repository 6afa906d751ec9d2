import { type Account, type Amount, type Limits, UNITS, type Unit } from './account.ts';

/** A limit and the account that it is kept with. */
export type Budget = Readonly<{
  account: Account;
  limits: Limits;
  /** Several sessions pay from it, so none may take all that is left. */
  isShared: boolean;
  /** As many pay from it, and each may take as much as the others. Left out: any number. */
  sharers?: number;
  /** It is that of the session itself, which leaves half of it to sessions that it begins. */
  isSplit?: true;
  /** It is that of a session above the one that pays. */
  isInherited?: true;
}>;

/** Which units an agent reports: a budget cannot limit the others. */
export type MeteredUnits = Readonly<Record<Unit, boolean>>;

export type Allowance =
  /** So much may be set aside for the turn; null where nothing limits it. */
  | { is: 'granted'; most: Limits }
  /** The rest is set aside for turns in progress, which may return some of it: wait. */
  | { is: 'in-use' }
  | { is: 'used-up'; budget: Budget; unit: Unit };

// Half of what is left leaves something for the next one. Below these it is not worth the start of a process.
const LEAST_SHARE: Amount = { microUsd: 250_000, tokens: 50_000 };

/** The limit with what a person added to it; null for none. */
export const limitOf = ({ limits, account }: Budget, unit: Unit): number | null => {
  const limit = limits[unit];
  return limit === null ? null : limit + account.raised[unit];
};

/** Limit minus spending; null where there is no limit. */
export const unspentOf = (budget: Budget, unit: Unit): number | null => {
  const limit = limitOf(budget, unit);
  return limit === null ? null : limit - budget.account.spent[unit];
};

/** How much the next turn may spend, or why it may not start. */
export function decideAllowance(budgets: readonly Budget[], metered: MeteredUnits): Allowance {
  const usedUp = findUsedUp(budgets, metered);
  if (usedUp) return { is: 'used-up', ...usedUp };
  const most = { microUsd: mostOf(budgets, metered, 'microUsd'), tokens: mostOf(budgets, metered, 'tokens') };
  return UNITS.some((unit) => most[unit] === 0) ? { is: 'in-use' } : { is: 'granted', most };
}

function findUsedUp(
  budgets: readonly Budget[],
  metered: MeteredUnits,
): { budget: Budget; unit: Unit } | undefined {
  for (const unit of UNITS.filter((one) => metered[one])) {
    const budget = budgets.find((one) => (unspentOf(one, unit) ?? 1) <= 0);
    if (budget) return { budget, unit };
  }
  return undefined;
}

function mostOf(budgets: readonly Budget[], metered: MeteredUnits, unit: Unit): number | null {
  if (!metered[unit]) return null;
  const shares = budgets.flatMap((budget) => {
    const unspent = unspentOf(budget, unit);
    if (unspent === null) return [];
    const left = Math.max(0, unspent - budget.account.reserved[unit]);
    return [shareOf(budget, { left, unspent }, unit)];
  });
  return shares.length === 0 ? null : Math.min(...shares);
}

type Rest = Readonly<{ left: number; unspent: number }>;

// What a session keeps for those that it begins must be there even where little is left: it waits for them.
function shareOf({ isShared, isSplit, sharers }: Budget, { left, unspent }: Rest, unit: Unit): number {
  if (isSplit) return Math.ceil(left / 2);
  if (!isShared) return left;
  const share = sharers === undefined ? left / 2 : Math.min(left, unspent / sharers);
  return Math.max(Math.floor(share), Math.min(left, LEAST_SHARE[unit]));
}

/** Whether the amount fits beside what other turns have set aside. */
export const fits = (budgets: readonly Budget[], amount: Amount): boolean =>
  budgets.every((budget) =>
    UNITS.every((unit) => {
      const unspent = unspentOf(budget, unit);
      return unspent === null || amount[unit] <= unspent - budget.account.reserved[unit];
    }),
  );

/** The first budget whose limit is near, and which has not been warned of. */
export function findNear(budgets: readonly Budget[], warnAt: number): { budget: Budget; unit: Unit } | null {
  for (const budget of budgets) {
    if (budget.account.isWarned) continue;
    const unit = UNITS.find((one) => {
      const limit = limitOf(budget, one);
      return limit !== null && budget.account.spent[one] >= limit * warnAt;
    });
    if (unit) return { budget, unit };
  }
  return null;
}
