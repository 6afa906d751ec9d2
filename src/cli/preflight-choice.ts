import type { Io } from './io.ts';

export const CONFLICT_CHOICES = ['proceed', 'switch', 'wait'] as const;
export const STALE_CHOICES = ['take-over', 'wait', 'ignore'] as const;
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number];
export type StaleChoice = (typeof STALE_CHOICES)[number];

/** The words of a choice, as the box shows them. */
export const CONFLICT_OPTIONS: readonly string[] = [
  '[P]roceed anyway - work on different files/beads',
  '[S]witch track - pick a different track',
  '[W]ait - let other session finish first',
];
export const STALE_OPTIONS: readonly string[] = [
  '[T]ake over - release reservations, reset beads to open',
  '[W]ait - check again in 5 min',
  '[I]gnore - proceed without their files/beads',
];

const MOST_TRIES = 3;

/** A choice by its letter or its word. What is not understood is asked again, a few times. */
export async function askChoice<C extends string>(
  io: Io,
  question: string,
  { choices, otherwise }: Readonly<{ choices: readonly C[]; otherwise: C }>,
): Promise<C> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const said = (await io.askLine(question)).toLowerCase();
    const chosen = said === '' ? undefined : choices.find((choice) => choice.startsWith(said));
    if (chosen !== undefined) return chosen;
  }
  return otherwise;
}
