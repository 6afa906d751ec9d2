import type { QuestionAnswer } from '../contract/answer/question.ts';
import type { Question } from '../domain/question/question.ts';
import { oneLine } from './one-line.ts';
import type { Style } from './style.ts';
import { renderInstant, renderInstantOrNull, renderSecond } from './time.ts';

/** Everything that waits for a person, oldest first. */
export function renderQuestions(questions: readonly Question[], style: Style): string {
  if (questions.length === 0) return 'No open questions\n';
  return questions.map((question) => renderQuestion(question, style)).join('\n');
}

function renderQuestion(question: Question, style: Style): string {
  const { id, kind, text, options, state, answer, askedAt } = question;
  const whose = question.sessionId ?? (question.runId === null ? 'a loop' : `run ${question.runId}`);
  const answered = answer === null ? state : `answered: ${oneLine(answer)}`;
  return [
    `${style.bold(id)} ${style.dim(`${kind}, ${whose}, ${renderSecond(askedAt)}`)}`,
    `  ${oneLine(text)}`,
    ...(options.length === 0 ? [] : [`  ${style.dim('answers:')} ${oneLine(options.join(' | '))}`]),
    state === 'open' ? `  ${style.dim(`swarm answer ${id} …`)}` : `  ${answered}`,
    '',
  ].join('\n');
}

export const questionJson = (question: Question): QuestionAnswer => ({
  id: question.id,
  session_id: question.sessionId,
  run_id: question.runId,
  kind: question.kind,
  text: question.text,
  options: question.options,
  state: question.state,
  answer: question.answer,
  answered_by: question.answeredBy,
  asked_at: renderInstant(question.askedAt),
  answered_at: renderInstantOrNull(question.answeredAt),
});
