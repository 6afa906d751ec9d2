import * as z from 'zod/mini';
import { VARIABLE_KINDS } from '../../domain/template/template.ts';
import { TextOrNull } from './parts.ts';
import { ProblemAnswer } from './workflow.ts';

const Texts = z.readonly(z.array(z.string()));
const SOURCES = ['project', 'shipped'] as const;

const VariableAnswer = z.object({
  name: z.string(),
  type: z.enum(VARIABLE_KINDS),
  about: z.string(),
  /** Null: it must be given. */
  default: TextOrNull,
  choices: Texts,
});

/** One template of a task. */
export const TemplateAnswer = z.object({
  name: z.string(),
  description: z.string(),
  file: z.string(),
  source: z.enum(SOURCES),
  variables: z.readonly(z.array(VariableAnswer)),
  /** Headings that the filled task must have. */
  sections: Texts,
  body: z.string(),
});
export type TemplateAnswer = z.infer<typeof TemplateAnswer>;

export const TemplateListAnswer = z.object({
  templates: z.readonly(z.array(TemplateAnswer)),
  problems: z.readonly(z.array(ProblemAnswer)),
});
export type TemplateListAnswer = z.infer<typeof TemplateListAnswer>;

export const FilledTaskAnswer = z.object({ name: z.string(), file: z.string(), task: z.string() });

/** `copied`: from the one of this name that ships with Swarm. */
export const NewTemplateAnswer = z.object({ name: z.string(), file: z.string(), copied: z.boolean() });
