import * as z from 'zod/mini';

export const USAGE_BY = ['day', 'persona', 'run', 'session', 'item'] as const;

export const ListUsage = z.object({
  by: z._default(z.enum(USAGE_BY), 'day'),
  /** Only attempts that began within this time; left out: all. */
  youngerThanMs: z.optional(z.int().check(z.minimum(0))),
});
export type ListUsage = z.infer<typeof ListUsage>;
