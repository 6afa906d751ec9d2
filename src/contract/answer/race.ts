import * as z from 'zod/mini';
import { RACE_STATES } from '../../domain/race/race.ts';
import { Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';
import { StatusAnswer } from './session.ts';

/** One race, with how each rival stands. */
export const RaceAnswer = z.object({
  race_id: z.string(),
  title: z.string(),
  state: z.enum(RACE_STATES),
  /** `first`: the first that is accepted wins; `best`: a judge compares all of them. */
  kind: z.enum(['first', 'best']),
  gate: TextOrNull,
  judge: TextOrNull,
  stage_seconds: z.nullable(z.number()),
  budget_usd: z.nullable(z.number()),
  budget_tokens: z.nullable(Count),
  rivals: z.readonly(
    z.array(
      z.object({
        session_id: z.string(),
        cli: z.string(),
        standing: z.enum(['held', 'running', 'to-check', 'accepted', 'out', 'won']),
        /** Null where its row is gone. */
        status: z.nullable(StatusAnswer),
        gate: z.nullable(z.enum(['green', 'red'])),
        reason: TextOrNull,
        branch: z.string(),
      }),
    ),
  ),
  judge_session: TextOrNull,
  winner: TextOrNull,
  /** Why it was decided so, or came to nothing. */
  reason: TextOrNull,
  question_id: TextOrNull,
  created_at: Instant,
  ended_at: InstantOrNull,
});
export type RaceAnswer = z.infer<typeof RaceAnswer>;

export const RaceListAnswer = z.object({ races: z.readonly(z.array(RaceAnswer)) });
export type RaceListAnswer = z.infer<typeof RaceListAnswer>;

export const CreatedRaceAnswer = z.extend(RaceAnswer, {
  /** False when the key was known: this is the race that was made then. */
  is_new: z.boolean(),
  limits: z.readonly(z.array(z.string())),
  warnings: z.readonly(z.array(z.string())),
});
export type CreatedRaceAnswer = z.infer<typeof CreatedRaceAnswer>;
