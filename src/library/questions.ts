import { AnswerQuestion } from '../contract/question.ts';
import type { RunReport } from '../domain/run/report.ts';
import { granted } from './granted.ts';
import { hostOf, look, type OrchestratorState, snapshotOf } from './orchestrator-state.ts';
import type { SessionQuestion } from './session-question.ts';
import { understood } from './understood.ts';

/** What the session and its agents wait for, as it is now. */
export async function listOpen(state: OrchestratorState): Promise<SessionQuestion[]> {
  const { report } = await look(state, snapshotOf(state).report.run.id);
  return openQuestionsOf(report);
}

export const openQuestionsOf = ({ questions, roles }: RunReport): SessionQuestion[] =>
  questions
    .filter(({ state }) => state === 'open')
    .map((question) => ({
      id: question.id,
      kind: question.kind,
      role: roles.find(({ session }) => session.id === question.sessionId)?.session.role ?? null,
      text: question.text,
      options: question.options,
      askedAt: new Date(question.askedAt).toISOString(),
    }));

/** Settles a question, once. */
export async function answer(
  state: OrchestratorState,
  questionId: string,
  words: string | readonly string[],
): Promise<void> {
  const runId = snapshotOf(state).report.run.id;
  const { ask } = await hostOf(state);
  const given = typeof words === 'string' ? words : [...words];
  const input = understood(AnswerQuestion.safeParse({ questionId, answer: given }));
  granted(await ask('question.answer', input));
  await look(state, runId);
}
