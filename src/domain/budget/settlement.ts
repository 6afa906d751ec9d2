import type { Attempt } from '../attempt/attempt.ts';
import { type Amount, minus, NOTHING, toMicroUsd } from './account.ts';

/** What the accounts are charged, and the attempt after it. */
export type Settlement = Readonly<{ attempt: Attempt; spent: Amount; released: Amount }>;

export const heldOf = ({ heldMicroUsd, heldTokens }: Attempt): Amount => ({
  microUsd: heldMicroUsd,
  tokens: heldTokens,
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
export function settleTurn(before: Attempt, after: Attempt, isAtRest: boolean): Settlement {
  const spent = minus(spentOf(after), spentOf(before));
  const held = heldOf(before);
  const left = minus(held, spent);
  const kept = isAtRest
    ? NOTHING
    : { microUsd: Math.max(0, left.microUsd), tokens: Math.max(0, left.tokens) };
  return { attempt: holding(after, kept), spent, released: minus(held, kept) };
}

/**
 * A process that ended in the middle of a turn cannot report what it has spent, so all that was set aside for
 * it is charged. One that never produced output has spent nothing.
 */
export function settleLoss(attempt: Attempt): Settlement {
  const held = heldOf(attempt);
  return {
    attempt: holding(attempt, NOTHING),
    spent: attempt.heardAt === null ? NOTHING : held,
    released: held,
  };
}

const holding = (attempt: Attempt, { microUsd, tokens }: Amount): Attempt => ({
  ...attempt,
  heldMicroUsd: microUsd,
  heldTokens: tokens,
  heldDay: microUsd === 0 && tokens === 0 ? null : attempt.heldDay,
});
