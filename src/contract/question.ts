import * as z from 'zod/mini';
import { SafeId } from './id.ts';

export const AnswerQuestion = z.object({ questionId: SafeId, answer: z.string().check(z.minLength(1)) });
export type AnswerQuestion = z.infer<typeof AnswerQuestion>;

export const ListQuestions = z.object({ sessionId: z.optional(SafeId), all: z._default(z.boolean(), false) });
export type ListQuestions = z.infer<typeof ListQuestions>;
