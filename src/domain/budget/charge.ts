import type { Attempt } from '../attempt/attempt.ts';
import { type Amount, minus, NOTHING, toMicroUsd } from './account.ts';

/** What the accounts are charged, and the attempt after it. */
export type Charge = Readonly<{ attempt: Attempt; spent: Amount; released: Amount }>;

export const reservedOf = ({ reservedMicroUsd, reservedTokens }: Attempt): Amount => ({
  microUsd: reservedMicroUsd,
  tokens: reservedTokens,
});

/** All spending that an attempt has reported. */
export const spentOf = ({ costUsd, inputTokens, outputTokens }: Attempt): Amount => ({
  microUsd: toMicroUsd(costUsd),
  tokens: inputTokens + outputTokens,
});

/**
 * Charges the reported cost. At rest, all that was set aside is released; until then the rest of it
 * is kept for the turn that goes on, or for one that was handed over meanwhile.
 */
export function chargeTurn(before: Attempt, after: Attempt, isAtRest: boolean): Charge {
  const spent = minus(spentOf(after), spentOf(before));
  const reserved = reservedOf(before);
  const left = minus(reserved, spent);
  const kept = isAtRest
    ? NOTHING
    : { microUsd: Math.max(0, left.microUsd), tokens: Math.max(0, left.tokens) };
  return { attempt: withReserved(after, kept), spent, released: minus(reserved, kept) };
}

/**
 * A process that ended in the middle of a turn cannot report what it has spent, so all that was set aside for
 * it is charged. One that never produced output has spent nothing.
 */
export function chargeLoss(attempt: Attempt): Charge {
  const reserved = reservedOf(attempt);
  return {
    attempt: withReserved(attempt, NOTHING),
    spent: attempt.heardAt === null ? NOTHING : reserved,
    released: reserved,
  };
}

const withReserved = (attempt: Attempt, { microUsd, tokens }: Amount): Attempt => ({
  ...attempt,
  reservedMicroUsd: microUsd,
  reservedTokens: tokens,
  reservedDay: microUsd === 0 && tokens === 0 ? null : attempt.reservedDay,
});
