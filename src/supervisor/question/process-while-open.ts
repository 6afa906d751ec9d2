import { draftStep } from '../../app/draft.ts';
import { draftWithdrawn } from '../../app/question/draft-question.ts';
import { closesWith, processFate } from '../../domain/question/kinds.ts';
import { isUnsettled, type Question } from '../../domain/question/question.ts';
import type { Closing } from '../../domain/question/question-kind.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { hasRoomAgain, retire } from '../session/admit-turn.ts';
import { isDependencyMended } from '../session/await-dependencies.ts';
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

type Lifted = Readonly<{
  closing: Closing;
  note: string;
  isLifted: (deps: RoundDeps, scene: SessionScene) => Promise<boolean>;
}>;

/** What closes by itself while the session waits. */
const LIFTED: readonly Lifted[] = [
  { closing: 'used-up-budget', note: 'there is room in the budget again', isLifted: hasRoomAgain },
  { closing: 'failed-dependency', note: 'the work that had failed goes on', isLifted: isDependencyMended },
];

/** Goes on where all open questions close by themselves; else an idle process leaves. */
export async function goOnOrIdleOut(
  deps: RoundDeps,
  scene: SessionScene,
  open: readonly Question[],
): Promise<NextRound | null> {
  if (!open.every((one) => processFate(one) === 'idles-out')) return null;
  const lifted = LIFTED.find(({ closing }) => open.every((one) => closesWith(one, closing)));
  if (!lifted || !(await lifted.isLifted(deps, scene))) return idleOut(deps, scene);
  const draft = draftFor(scene, deps);
  draftWithdrawn(draft, open, lifted.note);
  draftStep(draft, 'answered', { note: lifted.note });
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
