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
      tags: Texts,
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

/** Personas for a task, the best first. */
export const RankedPersonasAnswer = z.object({
  ranking: z.array(
    z.object({
      name: z.string(),
      score: z.number(),
      /** In words, the weightiest first. */
      reasons: Texts,
      completed: z.int(),
      failed: z.int(),
    }),
  ),
  /** What follows from it: one that is clear, several that are about as good, or none that fits. */
  choice: z.object({ is: z.enum(['clear', 'tied', 'none']), names: Texts }),
});
export type RankedPersonasAnswer = z.infer<typeof RankedPersonasAnswer>;

/** Where the draft lies, from the root. */
export const NewPersonaAnswer = z.object({ name: z.string(), plan: z.string(), file: z.string() });
