import type { Attempt, TurnUsage } from '../attempt/attempt.ts';
import { type Amount, minus, NOTHING, toMicroUsd, UNITS } from './account.ts';

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
 * it is charged, or what its messages told if that is more. Where messages tell their price, money is charged
 * by that: one crash must not use up the budget. One that never produced output has spent nothing.
 */
export function chargeLoss(attempt: Attempt, isPriced = false): Charge {
  const reserved = reservedOf(attempt);
  const { inputTokens: input, outputTokens: output, mostUsd = 0 } = attempt.turnUsage ?? NO_USAGE;
  const spent = {
    microUsd: isPriced ? Math.min(reserved.microUsd, toMicroUsd(mostUsd)) : reserved.microUsd,
    tokens: Math.max(reserved.tokens, input + output),
  };
  const counted = {
    ...attempt,
    inputTokens: attempt.inputTokens + input,
    outputTokens: attempt.outputTokens + output,
    turnUsage: null,
  };
  return {
    attempt: withReserved(counted, NOTHING),
    spent: attempt.heardAt === null ? NOTHING : spent,
    released: reserved,
  };
}

const NO_USAGE: Omit<TurnUsage, 'messageId'> = { inputTokens: 0, outputTokens: 0 };

/** True when a turn in progress has taken all tokens, or all money, that were set aside for it. */
export function isOutOfAllowance(before: Attempt, after: Attempt): boolean {
  const { inputTokens, outputTokens } = after.turnUsage ?? NO_USAGE;
  const { microUsd, tokens } = minus(spentOf(after), spentOf(before));
  const taken = { microUsd, tokens: tokens + inputTokens + outputTokens };
  const reserved = reservedOf(before);
  return UNITS.some((unit) => reserved[unit] > 0 && taken[unit] >= reserved[unit]);
}

const withReserved = (attempt: Attempt, { microUsd, tokens }: Amount): Attempt => ({
  ...attempt,
  reservedMicroUsd: microUsd,
  reservedTokens: tokens,
  reservedDay: microUsd === 0 && tokens === 0 ? null : attempt.reservedDay,
});
