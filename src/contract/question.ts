import * as z from 'zod/mini';
import { SafeId } from './id.ts';

export const AnswerQuestion = z.object({ questionId: SafeId, answer: z.string().check(z.minLength(1)) });
export type AnswerQuestion = z.infer<typeof AnswerQuestion>;

export const QUESTION_STATES = ['open', 'answered', 'superseded'] as const;

export const ListQuestions = z.object({
  sessionId: z.optional(SafeId),
  /** Of a run, and of all its sessions. */
  runId: z.optional(SafeId),
  /** Left out: those that are open. */
  state: z.optional(z.enum(QUESTION_STATES)),
  all: z._default(z.boolean(), false),
});
export type ListQuestions = z.infer<typeof ListQuestions>;

/** One question, by its id. */
export const QuestionRef = z.object({ questionId: SafeId });
export type QuestionRef = z.infer<typeof QuestionRef>;
