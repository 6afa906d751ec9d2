import * as z from 'zod/mini';
import { Count, Instant, InstantOrNull, TextOrNull } from './parts.ts';

/** The tool that an agent CLI wants to use, with all of its input. */
const RequestAnswer = z.object({
  tool: z.string(),
  input: z.unknown(),
  description: TextOrNull,
  /** Why the CLI asks. */
  reason: TextOrNull,
  /** What the answer "always" would allow for the session; null: it cannot be given. */
  always: z.nullable(z.readonly(z.array(z.string()))),
});

/** One of the things that an agent asks for, and what was said to it so far. */
const PartAnswer = z.object({
  question: z.string(),
  header: z.string(),
  options: z.readonly(z.array(z.object({ label: z.string(), description: z.string() }))),
  multi_select: z.boolean(),
  answer: TextOrNull,
});

/** One question to a person. */
export const QuestionAnswer = z.object({
  id: z.string(),
  session_id: TextOrNull,
  run_id: TextOrNull,
  kind: z.string(),
  text: z.string(),
  options: z.readonly(z.array(z.string())),
  request: z.nullable(RequestAnswer),
  /** Empty for a question that asks for one thing. */
  parts: z.readonly(z.array(PartAnswer)),
  state: z.enum(['open', 'answered', 'delivered', 'superseded']),
  answer: TextOrNull,
  answered_by: TextOrNull,
  asked_at: Instant,
  answered_at: InstantOrNull,
});
export type QuestionAnswer = z.infer<typeof QuestionAnswer>;

/** The title is that of the session or the run that asks; null for a loop. */
const ListedQuestionAnswer = z.extend(QuestionAnswer, { title: TextOrNull });
export type ListedQuestionAnswer = z.infer<typeof ListedQuestionAnswer>;

export const QuestionListAnswer = z.object({ questions: z.array(ListedQuestionAnswer) });

/** One question, with its session and how the person was notified. */
export const QuestionPageAnswer = z.extend(QuestionAnswer, {
  attempt: Count,
  title: TextOrNull,
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
