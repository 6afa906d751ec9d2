import * as z from 'zod/mini';
import { Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';

/** One question to a person. */
export const QuestionAnswer = z.object({
  id: z.string(),
  session_id: TextOrNull,
  run_id: TextOrNull,
  kind: z.string(),
  text: z.string(),
  options: z.readonly(z.array(z.string())),
  state: z.enum(['open', 'answered', 'delivered', 'superseded']),
  answer: TextOrNull,
  answered_by: TextOrNull,
  asked_at: Instant,
  answered_at: InstantOrNull,
});
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;

export const QuestionListAnswer = z.object({ questions: z.array(QuestionAnswer) });

/** One question, with its session and how the person was notified. */
export const QuestionPageAnswer = z.extend(QuestionAnswer, {
  attempt: Count,
  persona: TextOrNull,
  role: TextOrNull,
  session_state: TextOrNull,
  notifications: z.array(
    z.object({
      channel: z.string(),
      number: Count,
      state: z.string(),
      attempts: Count,
      created_at: Instant,
      settled_at: InstantOrNull,
      problem: TextOrNull,
    }),
  ),
});
export type QuestionPageAnswer = z.infer<typeof QuestionPageAnswer>;

/** What an agent hears to its question. */
export const AskedQuestionAnswer = z.object({ question_id: z.string(), answer: z.string() });
export type AskedQuestionAnswer = z.infer<typeof AskedQuestionAnswer>;
