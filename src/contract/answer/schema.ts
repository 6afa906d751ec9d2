import * as z from 'zod/mini';

const JsonSchema = z.record(z.string(), z.unknown());

/** One verb, as other programs may ask it. */
export const VerbAnswer = z.object({
  name: z.string(),
  summary: z.string(),
  /** Who may ask: a person, an agent inside its session, or both. */
  asks: z.enum(['person', 'agent', 'anyone']),
  /** It changes nothing. */
  reads: z.boolean(),
  input: JsonSchema,
  answer: JsonSchema,
});
export type VerbAnswer = z.infer<typeof VerbAnswer>;

export const SchemaAnswer = z.object({ verbs: z.array(VerbAnswer) });

export const ShowSchema = z.object({ verb: z.optional(z.string()) });
export type ShowSchema = z.infer<typeof ShowSchema>;
