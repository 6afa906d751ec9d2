import type { Note } from '../../domain/note/note.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { effectOfAnswer } from '../../domain/question/kinds.ts';
import { findMatter } from '../../domain/run/plan/escalation/escalation.ts';
import { planOfRun } from '../../domain/run/plan/task-at-work.ts';
import { answerQuestion } from '../question/answer-question.ts';
import { applyRunFact, type FactDeps } from '../run/apply-run-fact.ts';

/** Where a plan's run has the note in hand, its architect hears first what the person says. Else null. */
export async function tellRun(
  deps: FactDeps,
  note: Note,
  text: string,
): Promise<Outcome<Note> | 'stale' | null> {
  const memory = note.runId === null ? undefined : await deps.store.findRunMemory(note.runId);
  const run = memory && planOfRun(memory);
  const found = run ? findMatter(run.state, note.id) : null;
  if (note.runId === null || found === null || found.note.at === 'settled') return null;
  const open = await deps.store.listQuestions({ runId: note.runId, state: 'open' });
  const question = open.find((one) => {
    const effect = effectOfAnswer(one, text);
    return effect?.do === 'tell-run' && effect.number === found.note.question;
  });
  if (question !== undefined) {
    const answered = await answerQuestion(deps, { questionId: question.id, answer: text });
    return answered.ok ? accept(note) : answered;
  }
  const fact = { is: 'note-told', noteId: note.id, text } as const;
  const taken = await applyRunFact(deps, { runId: note.runId, fact, note: `${note.id}: ${text}` });
  if (taken === 'over') return null;
  return taken === 'taken' ? accept(note) : 'stale';
}
