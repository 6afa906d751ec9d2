import { toUsd } from '../domain/budget/account.ts';
import { parseMicroUsd, parseTokens } from '../domain/budget/budget-text.ts';

/** "2.50" in dollars; undefined when it is no amount of money. */
export function parseUsd(text: string): number | undefined {
  const microUsd = parseMicroUsd(text);
  return microUsd === undefined ? undefined : toUsd(microUsd);
}

/** "500k" or "2m"; undefined when it is no number of tokens. */
export const parseTokenCount = (text: string): number | undefined => parseTokens(text);

export const MEMORY_EXPECTED = 'an amount of memory such as 512m or 2g';

const MB_PER_UNIT: Readonly<Record<string, number>> = { m: 1, g: 1024, t: 1024 * 1024 };

/** "512m" or "1.5g" in megabytes, also as "2 GB"; undefined when it is no amount of memory. */
export function parseMemoryMb(text: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)\s?([mgt])(?:i?b)?$/i.exec(text.trim()) ?? [];
  if (amount === undefined) return undefined;
  const mb = Math.round(Number(amount) * (MB_PER_UNIT[unit.toLowerCase()] ?? 0));
  return mb >= 1 ? mb : undefined;
}
