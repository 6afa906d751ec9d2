import * as z from 'zod/mini';
import { ROUTES } from '../domain/run/plan/escalation/escalation.ts';
import { SafeId } from './id.ts';

const TEXT_LETTERS_MOST = 20_000;
const Text = z.string().check(z.regex(/\S/, 'expected a text'), z.maxLength(TEXT_LETTERS_MOST));

/** The architect of a plan answers a note. */
export const AnswerEscalation = z.object({
  noteId: SafeId,
  answer: Text,
  /** Ids of other tasks that the answer touches, with commas between, or "none". */
  affects: Text,
});
export type AnswerEscalation = z.infer<typeof AnswerEscalation>;

/** The architect hands a note on. */
export const RouteEscalation = z.object({
  noteId: SafeId,
  to: z.enum(ROUTES),
  /** What the person is asked, or what the solution architect has to decide. */
  text: Text,
});
export type RouteEscalation = z.infer<typeof RouteEscalation>;
