import type { InterruptSession } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { endsProcess, wordQuestion } from '../../domain/question/kinds.ts';
import { isOver, type Session, stepSession } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { VerbDeps } from '../deps.ts';
import { openDraft } from '../draft.ts';
import type { InterruptedSession } from '../interrupt-verbs.ts';
import { draftInterrupt } from './draft-interrupt.ts';
import { findSession } from './find-session.ts';

const TRIES = 20;

type InterruptDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke'>;

/**
 * Stops a session in the middle: its process ends and its place is free. It waits with a question; the answer
 * is the next thing that its conversation hears.
 */
export async function interruptSession(
  deps: InterruptDeps,
  { sessionId, reason }: InterruptSession,
): Promise<Outcome<InterruptedSession>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await findSession(deps.store, sessionId);
    if (!found.ok) return found;
    const interrupted = await interrupt(deps, found.value, reason);
    if (interrupted) return interrupted;
  }
  return refuse({ code: 'moved-meanwhile', what: sessionId });
}

async function interrupt(
  deps: InterruptDeps,
  session: Session,
  reason: string,
): Promise<Outcome<InterruptedSession> | null> {
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
  if (!(await deps.store.commit(draft.writes)).saved) return null;
  await deps.poke(sessionId);
  return accept({ session: draft.session, question });
}

async function refuseAgain({ store }: InterruptDeps, sessionId: string): Promise<Outcome<never>> {
  const questions = await store.listQuestions({ sessionId });
  const asked = questions.findLast(endsProcess);
  return refuse({ code: 'already-interrupted', sessionId, questionId: asked?.id ?? '' });
}
