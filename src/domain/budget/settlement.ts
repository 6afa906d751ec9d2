import type { Attempt } from '../attempt/attempt.ts';
import { type Amount, minus, NOTHING, toMicroUsd } from './account.ts';

/** What goes to the accounts, and the attempt as it is afterwards. */
export type Settlement = Readonly<{ attempt: Attempt; spent: Amount; released: Amount }>;

export const heldOf = ({ heldMicroUsd, heldTokens }: Attempt): Amount => ({
  microUsd: heldMicroUsd,
  tokens: heldTokens,
});

/** All that an attempt has told of its spending. */
export const spentOf = ({ costUsd, inputTokens, outputTokens }: Attempt): Amount => ({
  microUsd: toMicroUsd(costUsd),
  tokens: inputTokens + outputTokens,
});

/**
 * What was told of its cost is charged. At rest, all that was set aside is let go; until then the rest of it
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
 * A process that ended in the middle of a turn cannot tell what it has spent, so all that was set aside for
 * it counts. One that never said a word has spent nothing.
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
