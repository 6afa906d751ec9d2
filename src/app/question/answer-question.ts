import { AnswerQuestion } from '../../contract/question.ts';
import { LOOPS_KEY } from '../../domain/loop/names.ts';
import { resolveNote } from '../../domain/note/note.ts';
import { type Outcome, refuse } from '../../domain/outcome.ts';
import { PARTICIPANTS_KEY } from '../../domain/participant/participants-key.ts';
import { askerOf, causeOf, noteOfQuestion, sharedWith } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { raceKey } from '../../domain/race/names.ts';
import { runKey } from '../../domain/run/names.ts';
import { questionJson } from '../../views/question-list.ts';
import type { VerbDeps } from '../deps.ts';
import { noteOf } from '../draft.ts';
import { draftDecided } from '../plan/draft-version.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { draftAnswered, type QuestionDraft } from './draft-question.ts';

type AnswerDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>;

/**
 * Settles a question, once. The session goes on from the row, when a slot is free. An answer to a
 * part of it is kept with those that others give at the same time.
 */
export async function answerQuestion(
  deps: AnswerDeps,
  { questionId, answer }: AnswerQuestion,
): Promise<Outcome<Question>> {
  const outcome = await whileStale(`question ${questionId}`, () => answerOnce(deps, { questionId, answer }));
  if (!outcome.ok || outcome.value.state === 'open') return outcome;
  await deps.poke(keyOf(outcome.value));
  await answerShared(deps, outcome.value);
  return outcome;
}

async function answerOnce(
  deps: AnswerDeps,
  { questionId, answer }: AnswerQuestion,
): Promise<Outcome<Question> | 'stale'> {
  const question = await deps.store.findQuestion(questionId);
  if (!question) return refuse({ code: 'question-not-found', questionId });
  const draft = openDraft(deps);
  const answered = draftAnswered(draft, question, answer);
  if (!answered.ok) return answered;
  await draftResolved(deps, draft, answered.value);
  await draftDecided(deps.store, draft, answered.value);
  const result = await deps.store.commit(draft.writes);
  return result.saved ? answered : 'stale';
}

/** What the agent escalated is settled by the answer, in the same commit. */
async function draftResolved({ store }: AnswerDeps, draft: QuestionDraft, answered: Question): Promise<void> {
  const noteId = noteOfQuestion(answered);
  const note = noteId === null ? undefined : await store.findNote(noteId);
  if (note === undefined || answered.answer === null) return;
  const step = resolveNote(note, { resolution: answered.answer, by: 'user', at: draft.at });
  const journal = noteOf(draft, answered.answer);
  if (step.ok) draft.writes.push({ kind: 'step-completion-note', step: step.value, journal });
}

const openDraft = ({ clock, by }: AnswerDeps): QuestionDraft => ({ writes: [], at: clock.now(), by });

/** One answer serves every question of the same cause, such as a login that several sessions wait for. */
async function answerShared(deps: AnswerDeps, answered: Question): Promise<void> {
  const { store, poke } = deps;
  const { answer } = answered;
  if (causeOf(answered) === null || answer === null) return;
  for (const other of sharedWith(answered, await store.listQuestions({ state: 'open' }))) {
    const draft = openDraft(deps);
    if (draftAnswered(draft, other, answer).ok) await store.commit(draft.writes);
    await poke(keyOf(other));
  }
}

function keyOf(question: Question): string {
  const { sessionId, runId } = question;
  const asker = askerOf(question);
  if (asker.is === 'participant') return PARTICIPANTS_KEY;
  if (asker.is === 'race') return raceKey(asker.raceId);
  return sessionId ?? (runId === null ? LOOPS_KEY : runKey(runId));
}

export const answerQuestionVerb = verb({
  name: 'question.answer',
  summary: 'Answer a question so that the agent can go on',
  asks: 'person',
  reads: false,
  input: AnswerQuestion,
  answer: async () => (await import('../../contract/answer/question.ts')).QuestionAnswer,
  run: answerQuestion,
  json: questionJson,
});
