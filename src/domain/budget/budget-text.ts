import { toMicroUsd, toUsd, type Unit } from './account.ts';
import { type Budget, limitOf } from './allowance.ts';

const CENTS = 10_000;

/** "$2.50", "$0.0012" or "12,000 tokens". */
export function amountText(unit: Unit, amount: number): string {
  if (unit === 'tokens') return `${amount.toLocaleString('en-US')} tokens`;
  return `$${toUsd(amount).toFixed(amount % CENTS === 0 || Math.abs(amount) >= 100 * CENTS ? 2 : 4)}`;
}

/** Whose budget it is, in words. */
export function ownerText(account: string, isInherited = false): string {
  const [kind = '', ...rest] = account.split(':');
  const name = rest.join(':');
  if (kind === 'session') return isInherited ? `the session ${name}, which began it,` : 'the session';
  if (kind === 'race') return `the race ${name}`;
  return kind === 'run' ? `the run ${name}` : `the day ${name} (UTC)`;
}

const ownerOf = ({ account, isInherited }: Budget): string => ownerText(account.name, isInherited);

/** "$4.10 of $5.00". */
export const spentText = (budget: Budget, unit: Unit): string =>
  `${amountText(unit, budget.account.spent[unit])} of ${amountText(unit, limitOf(budget, unit) ?? 0)}`;

export const usedUpText = (budget: Budget, unit: Unit): string =>
  `The budget of ${ownerOf(budget)} is used up (${spentText(budget, unit)}).`;

export const nearText = (budget: Budget, unit: Unit): string =>
  `the budget of ${ownerOf(budget)} is nearly used up: ${spentText(budget, unit)}`;

const MOST_USD = 1_000_000;
const TOKEN_UNITS: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 };
const TOKENS = /^(\d+(?:\.\d+)?)([km]?)$/i;
const USD = /^\d+(?:\.\d{1,6})?$/;

/** "2.50" or "$2.50" in millionths of a dollar; undefined when it is no amount of money. */
export function parseMicroUsd(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, '');
  return USD.test(plain) && Number(plain) <= MOST_USD ? toMicroUsd(Number(plain)) : undefined;
}

/** "500k", "1.5m" or "20000"; undefined when it is no number of tokens. */
export function parseTokens(text: string): number | undefined {
  const [, digits, unit = ''] = TOKENS.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const tokens = Math.round(Number(digits) * (TOKEN_UNITS[unit.toLowerCase()] ?? 1));
  return Number.isSafeInteger(tokens) ? tokens : undefined;
}
