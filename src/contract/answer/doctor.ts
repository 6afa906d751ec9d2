import * as z from 'zod/mini';
import { TextOrNull } from './parts.ts';

const Texts = z.readonly(z.array(z.string()));

/** `ok` is false when a check is bad, or a change was not made. */
export const DoctorAnswer = z.object({
  ok: z.boolean(),
  checks: z.readonly(
    z.array(
      z.object({
        name: z.string(),
        is: z.enum(['ok', 'note', 'warn', 'bad']),
        found: z.string(),
        /** What to do about it; empty when all is well. */
        remedy: z.string(),
      }),
    ),
  ),
});
export type DoctorAnswer = z.infer<typeof DoctorAnswer>;

/** One change of a file of the person's own. `from` and `to` are values of that file. */
export const FixAnswer = z.object({
  cli: z.string(),
  file: z.string(),
  key: Texts,
  from: z.unknown(),
  to: z.unknown(),
  is: z.enum(['made', 'declined', 'unasked', 'running', 'broken', 'moved', 'foreign']),
  backup: TextOrNull,
});
export type FixAnswer = z.infer<typeof FixAnswer>;

export const FixedProjectAnswer = z.extend(DoctorAnswer, { fixes: z.readonly(z.array(FixAnswer)) });
export type FixedProjectAnswer = z.infer<typeof FixedProjectAnswer>;

/** `from` is JSON text, null for no value; `running` is a file of a process that would write over it. */
export const PlannedFixesAnswer = z.object({
  fixes: z.readonly(
    z.array(
      z.object({
        cli: z.string(),
        what: z.string(),
        file: z.string(),
        key: Texts,
        from: TextOrNull,
        to: z.unknown(),
        running: TextOrNull,
      }),
    ),
  ),
});

/** `ok` is false when a case did not work. */
export const ProbeAnswer = z.object({
  ok: z.boolean(),
  cli: z.string(),
  command: Texts,
  program: z.string(),
  version: TextOrNull,
  cases: z.readonly(
    z.array(
      z.object({
        name: z.string(),
        is: z.enum(['ok', 'no', 'skipped']),
        found: z.string(),
        duration_ms: z.number(),
      }),
    ),
  ),
});
export type ProbeAnswer = z.infer<typeof ProbeAnswer>;
