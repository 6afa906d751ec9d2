import * as z from 'zod/mini';

/** A moment, in ISO 8601 with its offset. */
export const Instant = z.iso.datetime({ offset: true });
export const InstantOrNull = z.nullable(Instant);
export const TextOrNull = z.nullable(z.string());
export const Count = z.int().check(z.minimum(0));

/** One budget: money in dollars, tokens as a count. Null means no limit. */
export const BudgetAnswer = z.object({
  of: z.string(),
  name: z.string(),
  is_warned: z.boolean(),
  spent_usd: z.number(),
  reserved_usd: z.number(),
  limit_usd: z.nullable(z.number()),
  left_usd: z.nullable(z.number()),
  spent_tokens: z.number(),
  reserved_tokens: z.number(),
  limit_tokens: z.nullable(z.number()),
  left_tokens: z.nullable(z.number()),
});
export type BudgetAnswer = z.infer<typeof BudgetAnswer>;

/** What a command inside an agent's attempt prints: `value` is the answer of the verb. */
export const AgentReplyAnswer = z.object({
  ok: z.boolean(),
  /** No supervisor took the request in yet; it stays and takes effect later. */
  kept: z.boolean(),
  text: z.string(),
  value: z.unknown(),
});

/** What every door gives instead of an answer when it is refused, or when something failed. */
export const ErrorAnswer = z.object({
  error: z.looseObject({ code: z.string(), message: z.string() }),
});

/** Folders that stay as they are, each with the reason. */
export const KeptFolders = z.readonly(z.array(z.object({ path: z.string(), why: z.string() })));
