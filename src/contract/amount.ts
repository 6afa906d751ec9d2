import { toUsd } from '../domain/budget/account.ts';
import { parseMicroUsd, parseTokens } from '../domain/budget/budget-text.ts';

/** "2.50" in dollars; undefined when it is no amount of money. */
export function parseUsd(text: string): number | undefined {
  const microUsd = parseMicroUsd(text);
  return microUsd === undefined ? undefined : toUsd(microUsd);
}

/** "500k" or "2m"; undefined when it is no number of tokens. */
export const parseTokenCount = (text: string): number | undefined => parseTokens(text);
