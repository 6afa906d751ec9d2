import * as z from 'zod/mini';

/** A night. */
const STANDARD_MS = 12 * 60 * 60_000;

export const ShowReport = z.object({
  /** Only what ended, and what attempts used that began, within this time. */
  youngerThanMs: z._default(z.int().check(z.minimum(0)), STANDARD_MS),
});
export type ShowReport = z.infer<typeof ShowReport>;
