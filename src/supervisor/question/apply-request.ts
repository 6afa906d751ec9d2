import { type Draft, draftStep, draftTouch } from '../../app/draft.ts';
import { draftAsk, draftWithdrawn } from '../../app/question/draft-question.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import { askerOf, closesWith, type WordedQuestion, wordQuestion } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';

type RequestFact = Extract<AgentFact, { kind: 'permission-asked' | 'question-asked' }>;

/** A request of the agent CLI becomes a question, and the session waits for its answer. */
export function applyRequest(draft: Draft, fact: RequestFact, hash: (text: string) => string): void {
  if (draft.session.state === 'working') draftStep(draft, 'asked', { note: 'by the agent CLI' });
  else if (draft.session.state === 'waiting') draftTouch(draft);
  else return;
  const { id: sessionId, attempt } = draft.session;
  const key = `${sessionId}/${attempt}/${fact.requestId}`;
  draftAsk(draft, wordRequest(fact), { sessionId, attempt, key, hash });
}

const wordRequest = (fact: RequestFact): WordedQuestion =>
  fact.kind === 'permission-asked'
    ? wordQuestion('permission', { ...fact, input: fact.input ?? null })
    : wordQuestion('dialog', fact);

type SettledRequestFact = Extract<AgentFact, { kind: 'request-settled' }>;

/** The tool that was asked about has run: a person has answered on the screen. */
export function draftRequestAnswered(
  draft: Draft,
  { input }: SettledRequestFact,
  open: readonly Question[],
): void {
  const answered = requestsOf(draft, open).filter((question) => requestOf(question)?.input === input);
  draftClosed(draft, answered, 'answered on the screen');
}

/** The agent has gone on, so no dialog stands there any more. */
export const draftRequestsClosed = (draft: Draft, open: readonly Question[]): void =>
  draftClosed(draft, requestsOf(draft, open), 'no longer asked');

/** The agent CLI itself says that one of its requests is no longer open. */
export function draftRequestWithdrawn(draft: Draft, requestId: string, open: readonly Question[]): void {
  const withdrawn = requestsOf(draft, open).filter((one) => requestOf(one)?.requestId === requestId);
  draftClosed(draft, withdrawn, 'withdrawn by the agent CLI');
}

function requestOf(question: Question) {
  const asker = askerOf(question);
  return asker.is === 'request' ? asker : null;
}

/** It is asked by the process of this attempt, and goes with it. */
export const isOfProcess = (question: Question, { attempt }: Pick<Question, 'attempt'>): boolean =>
  closesWith(question, 'process') && question.attempt === attempt;

// One reading of the record may hold a request and its end.
function requestsOf({ session, writes }: Draft, open: readonly Question[]): Question[] {
  const added = writes.flatMap((write) => (write.kind === 'add-question' ? [write.question] : []));
  const closed = writes.flatMap((write) => (write.kind === 'step-question' ? [write.step.from.id] : []));
  return [...open, ...added].filter((one) => isOfProcess(one, session) && !closed.includes(one.id));
}

function draftClosed(draft: Draft, questions: readonly Question[], note: string): void {
  if (questions.length === 0) return;
  draftTouch(draft);
  draftWithdrawn(draft, questions, note);
}
