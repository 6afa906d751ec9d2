import type { Refusal } from './refusal.ts';

/** The answer of a verb or a decision: a value, or a refusal that says why not. */
export type Outcome<T> = Readonly<{ ok: true; value: T }> | Readonly<{ ok: false; refusal: Refusal }>;

export const accept = <T>(value: T): Outcome<T> => ({ ok: true, value });

export const refuse = (refusal: Refusal): Readonly<{ ok: false; refusal: Refusal }> => ({
  ok: false,
  refusal,
});
