import * as z from 'zod/mini';
import { SafeId } from './id.ts';
import { CreateSession } from './session.ts';

const MOST_RIVALS = 20;
const DAY_MS = 86_400_000;

/** Input to "let several agents work at one task, and take the best". */
export const CreateRace = z.extend(
  z.omit(CreateSession, { cli: true, mode: true, wait: true, workspace: true }),
  {
    /** For all rivals together, so that without any none could begin. */
    budgetUsd: z.optional(z.number().check(z.gt(0, 'a race needs more than 0'), z.maximum(1_000_000))),
    budgetTokens: z.optional(z.int().check(z.gt(0, 'a race needs more than 0'))),
    /** The agent CLI of each rival, in the order in which they start; null for the persona's own. */
    clis: z.array(z.nullable(SafeId)).check(z.minLength(2), z.maxLength(MOST_RIVALS)),
    /** A shell command that must succeed in a rival's workspace. */
    gate: z.optional(z.string().check(z.regex(/\S/, 'expected a command'), z.maxLength(10_000))),
    /** The persona that compares all results; left out: the first that is accepted wins. */
    judge: z.optional(SafeId.check(z.maxLength(80))),
    /** The next starts when the one before is out, or is slow; else all start at once. */
    staged: z._default(z.boolean(), false),
    /** How long one may take before it is slow; left out: as the project says. Implies `staged`. */
    stageMs: z.optional(z.int().check(z.minimum(1000), z.maximum(30 * DAY_MS))),
  },
);
export type CreateRace = z.infer<typeof CreateRace>;

/** `@last` is the newest. */
export const RaceRef = z.object({ raceId: z.union([z.literal('@last'), SafeId]) });
export type RaceRef = z.infer<typeof RaceRef>;

export const ListRaces = z.object({ all: z._default(z.boolean(), false) });
export type ListRaces = z.infer<typeof ListRaces>;

export const StopRace = z.extend(RaceRef, {
  reason: z._default(z.string().check(z.minLength(1), z.maxLength(500)), 'asked by the operator'),
});
export type StopRace = z.infer<typeof StopRace>;

/** What a judge delivers. */
export const Verdict = z.object({ winner: z.string(), reason: z.string() });
