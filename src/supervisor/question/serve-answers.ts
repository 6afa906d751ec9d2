import { draftStep, draftTurn } from '../../app/draft.ts';
import { effectOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { CONTINUE_TEXT } from '../../domain/session/prompt-text.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { inputTurns } from '../session/attempt-input.ts';
import { draftFor, openTurns, queuedTurns, type SessionScene } from '../session/session-scene.ts';
import { afterSlot } from '../session/slots.ts';
import { type Delivery, draftDelivery, isLive, wayOf } from './deliver-answer.ts';
import { endIfAnswered } from './end-answered.ts';
import { goOnOrIdleOut, replaceProcess } from './process-while-open.ts';
import { resumeAnswered } from './resume-answered.ts';

/** Every question of this wait is settled: the asker goes on, or a turn carries the answers. */
export async function serveAnswers(deps: RoundDeps, scene: SessionScene): Promise<Look | null> {
  const questions = await deps.store.listQuestions({ sessionId: scene.session.id });
  const answered = questions.filter(({ state }) => state === 'answered');
  const ended = await endIfAnswered(deps, scene, answered);
  if (ended !== null) return ended;
  const replaced = await replaceProcess(deps, scene, questions);
  if (replaced !== null) return replaced;
  const open = questions.filter(({ state }) => state === 'open');
  if (open.length > 0) return answered.length > 0 ? null : goOnOrIdleOut(deps, scene, open);
  const wantsNext = answered.some((question) => effectOf(question).do === 'next-attempt');
  if (wantsNext || scene.session.isInterrupted) return resumeAnswered(deps, scene, answered);
  return deliverAll(deps, scene, questions);
}

async function deliverAll(
  deps: RoundDeps,
  scene: SessionScene,
  questions: readonly Question[],
): Promise<Look> {
  const { session, turns } = scene;
  const deliveries: Delivery[] = [];
  for (const question of questions.filter(({ state }) => state === 'answered'))
    deliveries.push({ question, way: await wayOf(deps, scene, question) });
  const goesOn = isAwaited(scene, deliveries);

  const draft = draftFor(scene, deps);
  if (goesOn) draft.writes.push({ kind: 'take-slot', limit: deps.config.limits.sessions });
  const note = deliveries.map(({ question }) => question.id).join(', ');
  draftStep(draft, goesOn ? 'answered-live' : 'answered', { note });
  let line = inputTurns(scene).length + questions.filter((one) => isOnLine(one, session.attempt)).length;
  for (const delivery of deliveries) {
    draftDelivery(deps, draft, { ...delivery, line });
    if (delivery.way === 'line') line += 1;
  }
  // What was asked about may have come to its end without an answer; then there is nothing to go on with.
  const isAtRest = deliveries.every(isCheckAgain) && openTurns(turns, session.attempt).length === 0;
  if (!goesOn && !isAtRest && queuedTurns(draft.turns).length === 0) {
    draftTurn(draft, { id: deps.ids.uuid(), kind: 'continue', body: CONTINUE_TEXT });
  }
  return afterSlot(await deps.store.commit(draft.writes));
}

const isCheckAgain = ({ question }: Delivery): boolean => effectOf(question).do === 'check-again';

// The process goes on by itself: in the middle of a turn, or in a task of its own that waits for an answer.
const isAwaited = ({ session, turns, sight }: SessionScene, deliveries: readonly Delivery[]): boolean =>
  sight.is === 'alive' && (openTurns(turns, session.attempt).length > 0 || deliveries.some(isLive));

const isOnLine = ({ line, attempt }: Question, current: number): boolean =>
  line !== null && attempt === current;
