import * as z from 'zod/mini';

/** A change that `project.plan-fixes` showed: `from` is the value that was there, as JSON; null for none. */
export const FixRef = z.object({
  file: z.string().check(z.minLength(1)),
  key: z.array(z.string()).check(z.minLength(1)),
  from: z.nullable(z.string()),
});
export type FixRef = z.infer<typeof FixRef>;

/** The changes that the person agreed to. */
export const FixProject = z.object({ fixes: z.array(FixRef).check(z.maxLength(1_000)) });
export type FixProject = z.infer<typeof FixProject>;

/** The agent CLI to try. */
export const ProbeAgent = z.object({ cli: z.string().check(z.minLength(1), z.maxLength(64)) });
export type ProbeAgent = z.infer<typeof ProbeAgent>;
