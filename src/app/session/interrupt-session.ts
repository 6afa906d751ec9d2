import { InterruptSession } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { endsProcess, wordQuestion } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { isOver, type Session, stepSession } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { sessionStateJson } from '../../views/session-view.ts';
import type { VerbDeps } from '../deps.ts';
import { openDraft } from '../draft.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { draftInterrupt } from './draft-interrupt.ts';

type InterruptDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke'>;

/** It waits with this question. */
export type InterruptedSession = Readonly<{ session: Session; question: Question }>;

/**
 * Stops a session in the middle: its process ends and its slot is free. It waits with a question; the answer
 * is the next thing that its conversation hears.
 */
export function interruptSession(
  deps: InterruptDeps,
  { sessionId, reason }: InterruptSession,
): Promise<Outcome<InterruptedSession>> {
  return whileStale(sessionId, async () => {
    const found = await findNamedSession(deps, sessionId, 'interrupt');
    return found.ok ? interrupt(deps, found.value, reason) : found;
  });
}

async function interrupt(
  deps: InterruptDeps,
  session: Session,
  reason: string,
): Promise<Outcome<InterruptedSession> | 'stale'> {
  const { id: sessionId, state } = session;
  if (isOver(session)) return refuse({ code: 'session-already-over', sessionId, status: statusOf(state) });
  if (session.isInterrupted) return refuseAgain(deps, sessionId);
  // A role whose turn has not come would take the answer for its task.
  if (session.attempt === 0 && (await deps.store.listTurns(sessionId)).length === 0) {
    return refuse({ code: 'nothing-to-interrupt', sessionId });
  }
  const possible = stepSession(session, 'interrupt', { at: 0 });
  if (!possible.ok) return possible;

  const draft = openDraft(session, [], { at: deps.clock.now(), by: deps.by });
  const worded = wordQuestion('interrupt', { text: `${reason} (asked by ${deps.by})` });
  const question = draftInterrupt(draft, worded, deps.ids.hash);
  if (!(await deps.store.commit(draft.writes)).saved) return 'stale';
  await deps.poke(sessionId);
  return accept({ session: draft.session, question });
}

async function refuseAgain({ store }: InterruptDeps, sessionId: string): Promise<Outcome<never>> {
  const questions = await store.listQuestions({ sessionId });
  const asked = questions.findLast(endsProcess);
  return refuse({ code: 'already-interrupted', sessionId, questionId: asked?.id ?? '' });
}

export const interruptSessionVerb = verb({
  name: 'session.interrupt',
  summary: 'Interrupt a session until a person answers',
  asks: 'person',
  reads: false,
  input: InterruptSession,
  answer: async () => (await import('../../contract/answer/interrupt.ts')).InterruptedSessionAnswer,
  run: interruptSession,
  json: ({ session, question }) => ({ ...sessionStateJson(session), question_id: question.id }),
});
