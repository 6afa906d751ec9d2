import { accept, type Outcome } from '../../domain/outcome.ts';
import type { WordedQuestion } from '../../domain/question/kinds.ts';
import {
  answerQuestion,
  deliverAnswer,
  isUnsettled,
  openQuestion,
  type Question,
  type QuestionStep,
  supersedeQuestion,
} from '../../domain/question/question.ts';
import { cutText } from '../../domain/text/cut-text.ts';
import type { Write } from '../../store/store.ts';
import { type Draft, noteOf, unwrap } from '../draft.ts';

/** A commit in the making, of a session, a run or a loop. */
export type QuestionDraft = Readonly<{ writes: Write[]; at: number; by: string }>;

type Asking = Partial<Pick<Question, 'sessionId' | 'runId' | 'attempt'>> &
  Readonly<{
    /** The id follows from it, so that two who ask the same add one question. */
    key: string;
    hash: (text: string) => string;
    /** Of the journal; left out: the text of the question. */
    note?: string;
  }>;

const HASH_LETTERS = 8;
const NOTE_LETTERS = 4_000;

/** The id of the question that was asked with this key. */
export const questionIdOf = (key: string, hash: (text: string) => string): string =>
  `q-${hash(key).slice(0, HASH_LETTERS)}`;

export function draftAsk(draft: QuestionDraft, worded: WordedQuestion, asking: Asking): Question {
  const { key, hash, note, ...whose } = asking;
  const id = questionIdOf(key, hash);
  const question = openQuestion({ ...whose, ...worded, id, askedAt: draft.at });
  draft.writes.push({ kind: 'add-question', question, journal: noteOf(draft, note ?? noteOfText(question)) });
  return question;
}

// The journal says what was asked; the question itself has all of it.
function noteOfText({ id, text }: Question): string {
  const note = cutText(text, NOTE_LETTERS);
  return note === text ? text : `${note} (swarm questions show ${id})`;
}

/** Swarm asks about a session. Its version makes the question of each wait another one. */
export function draftSessionAsk(
  draft: Draft,
  worded: WordedQuestion,
  hash: (text: string) => string,
): Question {
  const { id: sessionId, attempt, version } = draft.session;
  return draftAsk(draft, worded, { sessionId, attempt, key: `${sessionId}/${version}/${worded.kind}`, hash });
}

/** Several texts are the arguments that a person gave. */
export function draftAnswered(
  draft: QuestionDraft,
  question: Question,
  answer: string | readonly string[],
): Outcome<Question> {
  const step = answerQuestion(question, { answer, by: draft.by, at: draft.at });
  if (!step.ok) return step;
  draftQuestionStep(draft, step.value, step.value.to.answer ?? '');
  return accept(step.value.to);
}

type Delivery = Readonly<{ note?: string; line?: number | null }>;

export function draftDelivered(draft: QuestionDraft, question: Question, how: Delivery = {}): void {
  const { note = question.answer ?? '', line = null } = how;
  draftQuestionStep(draft, unwrap(deliverAnswer(question, line)), note);
}

/** No asker is left to use an answer. Those that are settled already stay as they are. */
export function draftWithdrawn(draft: QuestionDraft, questions: readonly Question[], note: string): void {
  for (const question of questions.filter(isUnsettled))
    draftQuestionStep(draft, unwrap(supersedeQuestion(question, draft.at)), note);
}

function draftQuestionStep(draft: QuestionDraft, step: QuestionStep, note: string): void {
  draft.writes.push({ kind: 'step-question', step, journal: noteOf(draft, note) });
}
