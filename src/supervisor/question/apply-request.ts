import { type Draft, draftStep, draftTouch, noteOf, unwrap } from '../../app/draft.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import {
  openQuestion,
  type Question,
  type QuestionKind,
  supersedeQuestion,
} from '../../domain/question/question.ts';

type Requested = Extract<AgentFact, { kind: 'permission-asked' | 'question-asked' }>;

/** A request of the agent CLI becomes a question, and the session waits for its answer. */
export function applyRequest(draft: Draft, fact: Requested, hash: (text: string) => string): void {
  if (draft.session.state === 'working') draftStep(draft, 'asked', { note: 'by the agent CLI' });
  else if (draft.session.state === 'waiting') draftTouch(draft);
  else return;
  const { id: sessionId, attempt } = draft.session;
  const question = openQuestion({
    id: `q-${hash(`${sessionId}/${attempt}/${fact.requestId}`).slice(0, 8)}`,
    sessionId,
    attempt,
    ...wordsOf(fact),
    requestId: fact.requestId,
    input: fact.input ?? null,
    askedAt: draft.at,
  });
  draft.writes.push({ kind: 'add-question', question, journal: noteOf(draft, question.text) });
}

type Words = Readonly<{ kind: QuestionKind; text: string; options: readonly string[] }>;

function wordsOf(fact: Requested): Words {
  if (fact.kind === 'permission-asked') {
    const text = `May it use ${fact.tool}? ${fact.summary}`.trim();
    return { kind: 'permission', text, options: ['allow', 'deny'] };
  }
  const [only, ...others] = fact.questions;
  const text = fact.questions.map((one) => one.text).join('\n');
  return { kind: 'interrupt', text, options: only && others.length === 0 ? only.options : [] };
}

type Settled = Extract<AgentFact, { kind: 'request-settled' }>;

/** The tool that was asked about has run: somebody has answered on the screen. */
export function draftSettled(draft: Draft, { input }: Settled, open: readonly Question[]): void {
  const settled = requestsOf(draft, open).filter((question) => question.input === input);
  draftGone(draft, settled, 'answered on the screen');
}

/** The agent has gone on, so no dialog stands there any more. */
export const draftDismissed = (draft: Draft, open: readonly Question[]): void =>
  draftGone(draft, requestsOf(draft, open), 'no longer asked');

/** The agent CLI itself says that one of its requests is no longer open. */
export const draftRecalled = (draft: Draft, requestId: string, open: readonly Question[]): void =>
  draftGone(
    draft,
    requestsOf(draft, open).filter((question) => question.requestId === requestId),
    'withdrawn by the agent CLI',
  );

// One reading of the record may hold a request and its end.
function requestsOf({ session, writes }: Draft, open: readonly Question[]): Question[] {
  const added = writes.flatMap((write) => (write.kind === 'add-question' ? [write.question] : []));
  const closed = writes.flatMap((write) => (write.kind === 'step-question' ? [write.step.from.id] : []));
  return [...open, ...added].filter(
    ({ id, requestId, attempt }) => requestId !== null && attempt === session.attempt && !closed.includes(id),
  );
}

function draftGone(draft: Draft, questions: readonly Question[], note: string): void {
  if (questions.length === 0) return;
  draftTouch(draft);
  draftWithdrawn(draft, questions, note);
}

/** Whoever asked is gone, or asks no longer: open questions of theirs are closed. */
export function draftWithdrawn(draft: Draft, questions: readonly Question[], note: string): void {
  for (const question of questions) {
    const step = unwrap(supersedeQuestion(question, draft.at));
    draft.writes.push({ kind: 'step-question', step, journal: noteOf(draft, note) });
  }
}
