import * as z from 'zod/mini';
import { Count } from './parts.ts';

/** One thing that happened in a conversation, in its order. */
const TranscriptEntry = z.discriminatedUnion('kind', [
  /** What the agent was told; `turn` is its number, and `turn_kind` what it was for. */
  z.object({ kind: z.literal('prompt'), turn: Count, turn_kind: z.string(), text: z.string() }),
  z.object({ kind: z.literal('said'), text: z.string() }),
  z.object({ kind: z.literal('thought'), text: z.string() }),
  /** `input` is all that it was given, in words; null where its CLI does not tell. */
  z.object({
    kind: z.literal('tool'),
    name: z.string(),
    summary: z.string(),
    input: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('tool-result'), ok: z.boolean(), text: z.string() }),
  z.object({
    kind: z.literal('turn-ended'),
    ok: z.boolean(),
    problem: z.nullable(z.string()),
    input_tokens: Count,
    output_tokens: Count,
    /** Of the process so far, where its CLI tells. */
    process_cost_usd: z.nullable(z.number()),
    /** Of this turn alone, where its CLI tells. */
    turn_cost_usd: z.nullable(z.number()),
  }),
  z.object({ kind: z.literal('problem'), text: z.string() }),
]);
export type TranscriptEntry = z.infer<typeof TranscriptEntry>;

export const TranscriptAnswer = z.object({
  session_id: z.string(),
  /** 0 before the first. */
  attempt: Count,
  attempts: z.readonly(z.array(Count)),
  /** The entries follow this position of the record; they replace all before when it is 0. */
  from: Count,
  /** To go on from: give it as `after`. */
  next: Count,
  /** False when there is more to read at once. */
  is_all: z.boolean(),
  entries: z.readonly(z.array(TranscriptEntry)),
});
export type TranscriptAnswer = z.infer<typeof TranscriptAnswer>;
