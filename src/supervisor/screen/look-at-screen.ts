import { type Draft, draftStep, draftTouch, draftTurnStep } from '../../app/draft.ts';
import { chargeWrites } from '../../app/session/budgets.ts';
import { isScreenAtRest } from '../../domain/agent/screen.ts';
import { chargeTurn } from '../../domain/budget/charge.ts';
import type { Question } from '../../domain/question/question.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { draftRequestsClosed, isOfProcess } from '../question/apply-request.ts';
import { draftFor, isOnScreen, openTurns, type SessionScene } from '../session/session-scene.ts';
import { readTranscript } from './read-transcript.ts';

/** What the journal says of it. */
export const BROKEN_OFF = 'a person interrupted it on its screen';
// A person's own words are no turn, so it is unknown whether their end was told before.
const AT_REST = 'its screen is at rest';

/** True when the session waits for the answer to a dialog of the agent CLI's own. */
export async function hasDialog({ store }: RoundDeps, { session, agent }: SessionScene): Promise<boolean> {
  if (session.state !== 'waiting' || !isOnScreen(session, agent)) return false;
  const open = await store.listQuestions({ sessionId: session.id, state: 'open' });
  return open.some((question) => isOfProcess(question, session));
}

/**
 * Looks at the screen of an agent that has said nothing for a while. If it is at rest, a person has broken
 * off what it did, which no event tells. Null when it is at work, or the screen does not tell.
 */
export async function interruptIfAtRest(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { attempt, agent, ref } = scene;
  if (attempt === null || !agent.screen) return null;
  if (!isScreenAtRest(await deps.attempts.observeScreen(ref, agent.screen.read))) return null;
  // What it said before it came to rest is read first: the turn may have ended well meanwhile.
  const read = await deps.attempts.readEvents(ref, attempt.eventsCursor);
  if (read.next !== attempt.eventsCursor || (await readTranscript(deps, scene)) !== null) return 'again';

  const draft = draftFor(scene, deps);
  const open = await deps.store.listQuestions({ sessionId: scene.session.id, state: 'open' });
  draftInterrupted(draft, open);
  const stopped = { ...attempt, currentTool: null, openTools: 0 };
  const settlement = chargeTurn(attempt, stopped, draft.session.state !== 'working');
  const charges = chargeWrites(scene.session, attempt, { ...settlement, at: draft.at });
  await deps.store.commit([
    ...draft.writes,
    { kind: 'save-attempt', from: attempt, to: settlement.attempt },
    ...charges,
  ]);
  return 'again';
}

/** What was read is broken off, and its dialogs are gone; what was not read yet stays on its way. */
export function draftInterrupted(draft: Draft, openQuestions: readonly Question[]): void {
  const open = openTurns(draft.turns, draft.session.attempt);
  const read = open.filter(({ state }) => state === 'seen');
  for (const turn of read) draftTurnStep(draft, turn, { event: 'interrupt', note: BROKEN_OFF });
  draftRequestsClosed(draft, openQuestions);
  if (draft.session.state === 'working' && read.length === open.length)
    draftStep(draft, 'turn-ended', { note: read.length > 0 ? BROKEN_OFF : AT_REST });
  else draftTouch(draft);
}
