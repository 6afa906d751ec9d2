import type { WordedOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { type Draft, draftStep } from '../draft.ts';
import { draftSessionAsk } from '../question/draft-question.ts';

/** Stops the session in the middle, with a question: its process is ended, its conversation goes on later. */
export function draftInterrupt(
  draft: Draft,
  worded: WordedOf<'interrupt'> | WordedOf<'time'>,
  hash: (text: string) => string,
): Question {
  draftStep(draft, 'interrupt', { note: worded.text });
  return draftSessionAsk(draft, worded, hash);
}
