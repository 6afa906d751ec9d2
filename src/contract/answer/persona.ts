import * as z from 'zod/mini';
import { TextOrNull } from './parts.ts';
import { ProblemAnswer } from './workflow.ts';

const Texts = z.readonly(z.array(z.string()));

export const PersonaListAnswer = z.object({
  /** What drives a persona whose `cli` is null. */
  default_cli: z.string(),
  personas: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      /** Null for the project's default. */
      cli: TextOrNull,
      model: TextOrNull,
      mode: z.nullable(z.enum(['headless', 'interactive'])),
      tools: Texts,
      writes: z.boolean(),
      file: z.string(),
      source: z.enum(['agents', 'roles', 'claude', 'shipped']),
      /** One that ships with Swarm has the same name, and this one is used. */
      stands_in: z.boolean(),
    }),
  ),
  problems: z.readonly(z.array(ProblemAnswer)),
});
export type PersonaListAnswer = z.infer<typeof PersonaListAnswer>;

/** Where the draft lies, from the root. */
export const NewPersonaAnswer = z.object({ name: z.string(), plan: z.string(), file: z.string() });
