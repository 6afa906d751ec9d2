import { draftStep } from '../../app/draft.ts';
import { draftWithdrawn } from '../../app/question/draft-question.ts';
import { closesWith, processFate } from '../../domain/question/kinds.ts';
import { isUnsettled, type Question } from '../../domain/question/question.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { hasRoomAgain, retire } from '../session/admit-turn.ts';
import { endProcess } from '../session/end-process.ts';
import { draftFor, isOnScreen, openTurns, type SessionScene } from '../session/session-scene.ts';

/**
 * A process that was refused stays refused, so it makes way for the next one: at once, or after the answer
 * where a person may use its screen. Null when no question wants that.
 */
export async function replaceProcess(
  deps: RoundDeps,
  scene: SessionScene,
  questions: readonly Question[],
): Promise<NextRound | null> {
  const first = questions.find((one) => isUnsettled(one) && processFate(one) === 'replaced');
  if (!first || scene.observation.is !== 'alive') return null;
  const onScreen = isOnScreen(scene.session, scene.agent);
  const leavesAt = onScreen ? first.answeredAt : first.askedAt;
  if (leavesAt === null) return null;
  const sinceMs = deps.clock.now() - leavesAt;
  return endProcess(deps, scene.ref, {
    ending: 'completed',
    isMidTurn: false,
    isOnScreen: onScreen,
    sinceMs,
  });
}

const NOTE = 'there is room in the budget again';

/** Goes on where all open questions close with room in the budget; else an idle process leaves. */
export async function goOnOrIdleOut(
  deps: RoundDeps,
  scene: SessionScene,
  open: readonly Question[],
): Promise<NextRound | null> {
  if (!open.every((one) => processFate(one) === 'idles-out')) return null;
  const mayClose = open.every((one) => closesWith(one, 'used-up-budget'));
  if (!mayClose || !(await hasRoomAgain(deps, scene))) return idleOut(deps, scene);
  const draft = draftFor(scene, deps);
  draftWithdrawn(draft, open, NOTE);
  draftStep(draft, 'answered', { note: NOTE });
  await deps.store.commit(draft.writes);
  return 'again';
}

async function idleOut(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { session, attempt, observation, turns } = scene;
  const isNeeded = openTurns(turns, session.attempt).length > 0;
  if (attempt === null || observation.is !== 'alive' || isNeeded) return null;
  const letGoAt = session.stateSince + deps.config.timeouts.idleProcessMs;
  if (deps.clock.now() < letGoAt) return { restUntil: letGoAt };
  return retire(deps, { ...scene, attempt }, letGoAt);
}
