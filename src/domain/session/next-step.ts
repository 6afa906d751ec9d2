import type { Question } from '../question/question.ts';
import type { Session } from './session.ts';

/** The one thing that a person would do next. */
export type NextStep =
  | Readonly<{ is: 'answer'; questionId: string }>
  | Readonly<{ is: 'merge-run'; runId: string }>
  | Readonly<{ is: 'merge-session'; sessionId: string }>
  | Readonly<{ is: 'follow'; sessionId: string }>
  | Readonly<{ is: 'create' }>;

type OpenWork = Readonly<{
  /** Oldest first. */
  questions: readonly Pick<Question, 'id'>[];
  /** Finished, with a branch that is not merged. */
  reviews: readonly Pick<Session, 'id' | 'runId'>[];
  working: readonly Pick<Session, 'id'>[];
}>;

/** What holds work up comes first, then what is finished, then what can be watched. */
export function decideNextStep({ questions, reviews, working }: OpenWork): NextStep {
  const [question] = questions;
  if (question) return { is: 'answer', questionId: question.id };
  const [review] = reviews;
  if (review) {
    const { id, runId } = review;
    return runId === null ? { is: 'merge-session', sessionId: id } : { is: 'merge-run', runId };
  }
  const [session] = working;
  return session ? { is: 'follow', sessionId: session.id } : { is: 'create' };
}
