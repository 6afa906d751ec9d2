import { draftStep } from '../../app/draft.ts';
import { draftDelivered } from '../../app/question/draft-question.ts';
import { listAwaitedChildren } from '../../app/session/await-children.ts';
import { LOOP_METADATA, loopKey } from '../../domain/loop/names.ts';
import type { AnswerEffect } from '../../domain/question/answer-effect.ts';
import { effectOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import { isAwaiting } from '../../domain/session/child-wait.ts';
import { isOver } from '../../domain/session/session.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { inputTurns } from '../session/attempt-input.ts';
import { draftContinue, draftReturnTurns } from '../session/go-on.ts';
import { draftStopWork } from '../session/park-session.ts';
import { draftFor, openTurns, type SessionScene } from '../session/session-scene.ts';
import { afterSlot } from '../session/slots.ts';
import { type Delivery, draftDelivery, isLive, wayOf } from './deliver-answer.ts';
import { goOnOrIdleOut, replaceProcess } from './process-while-open.ts';
import { resumeAnswered } from './resume-answered.ts';

/** Every question of this wait is settled: the asker goes on, or a turn carries the answers. */
export async function serveAnswers(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const questions = await deps.store.listQuestions({ sessionId: scene.session.id });
  const answered = questions.filter(({ state }) => state === 'answered');
  const ended = await endIfAnswered(deps, scene, answered);
  if (ended !== null) return ended;
  const replaced = await replaceProcess(deps, scene, questions);
  if (replaced !== null) return replaced;
  const open = questions.filter(({ state }) => state === 'open');
  if (open.length > 0) return answered.length > 0 ? null : goOnOrIdleOut(deps, scene, open);
  const wantsNext = answered.some((question) => effectOf(question).do === 'next-attempt');
  if (answered.length === 0 && (await isAwaitingChildren(deps, scene)))
    return { restUntil: scene.session.childWait?.until ?? null };
  if (wantsNext || scene.session.isInterrupted) return resumeAnswered(deps, scene, answered);
  return deliverAll(deps, scene, questions);
}

/** Its agent waits for sessions that it began, which may need its slot. */
async function isAwaitingChildren(
  { store, clock, attempts }: RoundDeps,
  { session: { childWait, attempt }, observation }: SessionScene,
): Promise<boolean> {
  if (childWait === null) return false;
  const sessions = await listAwaitedChildren(store, childWait);
  const isThere = observation.is === 'alive' && !(await attempts.hasAskerLeft({ key: childWait.key }));
  return isAwaiting(childWait, {
    attempt,
    isThere,
    isAllOver: sessions.every(isOver),
    now: clock.now(),
  });
}

/** While others work in its stead it may be ended, and its process may leave; its loop hears of an answer. */
export async function serveAside(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { id, state, metadata } = scene.session;
  if (state !== 'waiting') return null;
  const questions = await deps.store.listQuestions({ sessionId: id });
  const answered = questions.filter((one) => one.state === 'answered');
  const ended = await endIfAnswered(deps, scene, answered);
  if (ended !== null) return ended;
  const open = questions.filter((one) => one.state === 'open');
  if (answered.length === 0 && open.length > 0) return goOnOrIdleOut(deps, scene, open);
  await deps.poke(loopKey(metadata[LOOP_METADATA] ?? ''));
  return null;
}

async function deliverAll(
  deps: RoundDeps,
  scene: SessionScene,
  questions: readonly Question[],
): Promise<NextRound> {
  const { session, turns, observation, attempt } = scene;
  const deliveries: Delivery[] = [];
  for (const question of questions.filter(({ state }) => state === 'answered'))
    deliveries.push({ question, way: await wayOf(deps, scene, question) });
  const goesOn = isAwaited(scene, deliveries);

  const draft = draftFor(scene, deps);
  if (goesOn) draft.writes.push({ kind: 'take-slot', limit: deps.config.limits.sessions });
  // What a process that is gone had read is taken up by the next one.
  const brokenOff =
    observation.is === 'alive' ? [] : draftReturnTurns(draft, { canResume: scene.agent.can.resume });
  const note = deliveries.map(({ question }) => question.id).join(', ');
  draftStep(draft, goesOn ? 'answered-live' : 'answered', { note });
  let line = inputTurns(scene).length + questions.filter((one) => isOnLine(one, session.attempt)).length;
  for (const delivery of deliveries) {
    draftDelivery(deps, draft, { ...delivery, line });
    if (delivery.way === 'line') line += 1;
  }
  // What was asked about may have come to its end without an answer; then there is nothing to go on with.
  const isAtRest = deliveries.every(goesToRest) && openTurns(turns, session.attempt).length === 0;
  if (!goesOn && !isAtRest) draftContinue(draft, { brokenOff, attempt, uuid: deps.ids.uuid });
  if (attempt !== null && doesAny(deliveries, 'stop-waiting'))
    draft.writes.push({ kind: 'save-attempt', from: attempt, to: { ...attempt, awaited: [] } });
  return afterSlot(await deps.store.commit(draft.writes));
}

const doesAny = (deliveries: readonly Delivery[], effect: AnswerEffect['do']): boolean =>
  deliveries.some(({ question }) => effectOf(question).do === effect);

const goesToRest = (delivery: Delivery): boolean =>
  (['check-again', 'stop-waiting', 'settle-dependencies'] as const).some((effect) =>
    doesAny([delivery], effect),
  );

// The process goes on by itself: in the middle of a turn, or in a task of its own that waits for an answer.
const isAwaited = ({ session, turns, observation }: SessionScene, deliveries: readonly Delivery[]): boolean =>
  observation.is === 'alive' && (openTurns(turns, session.attempt).length > 0 || deliveries.some(isLive));

const isOnLine = ({ line, attempt }: Question, current: number): boolean =>
  line !== null && attempt === current;

/** An answer ends the session: both are one commit. Null when no answer does. */
async function endIfAnswered(
  deps: RoundDeps,
  scene: SessionScene,
  answered: readonly Question[],
): Promise<NextRound | null> {
  for (const question of answered) {
    const effect = effectOf(question);
    if (effect.do !== 'end-session') continue;
    const draft = draftFor(scene, deps);
    draftStopWork(draft, effect);
    draftDelivered(draft, question);
    await deps.store.commit(draft.writes);
    return 'again';
  }
  return null;
}
