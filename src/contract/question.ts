import * as z from 'zod/mini';
import { SafeId, SessionName } from './id.ts';

const AnswerText = z.string().check(z.minLength(1));

/** Several texts answer the parts of one question, `question=answer` each; elsewhere they are one answer. */
export const AnswerQuestion = z.object({
  questionId: SafeId,
  answer: z.union([AnswerText, z.array(AnswerText).check(z.minLength(1))]),
});
export type AnswerQuestion = z.infer<typeof AnswerQuestion>;

export const QUESTION_STATES = ['open', 'answered', 'superseded'] as const;

/** What an agent asks a person, with the answers on offer. */
export const AskQuestion = z.object({
  text: z.string().check(z.minLength(1), z.maxLength(20_000)),
  options: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(200))).check(z.maxLength(20)), []),
});
export type AskQuestion = z.infer<typeof AskQuestion>;

export const ListQuestions = z.object({
  /** Only of this session, by its id or role, or of this run and its sessions. */
  name: z.optional(SessionName),
  /** Left out: those that are open. */
  state: z.optional(z.enum(QUESTION_STATES)),
  all: z._default(z.boolean(), false),
});
export type ListQuestions = z.infer<typeof ListQuestions>;

/** One question, by its id. */
export const QuestionRef = z.object({ questionId: SafeId });
export type QuestionRef = z.infer<typeof QuestionRef>;
