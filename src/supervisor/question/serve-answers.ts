import { type Draft, draftStep, draftTurn, noteOf, unwrap } from '../../app/draft.ts';
import { carriedText } from '../../domain/question/carried-text.ts';
import { isGateQuestion, isLookAgain } from '../../domain/question/gate-question.ts';
import { deliverAnswer, type Question, supersedeQuestion } from '../../domain/question/question.ts';
import { CONTINUE_TEXT } from '../../domain/session/prompt-text.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { inputTurns } from '../session/attempt-input.ts';
import { draftFor, openTurns, queuedTurns, type SessionScene } from '../session/session-scene.ts';
import { afterSlot } from '../session/slots.ts';
import { draftRaise, goOnWithin, stopForBudget } from './answer-budget.ts';
import { resumeAnswered, settlesStart } from './resume-answered.ts';
import { abandonForGate, draftGateAnswer } from './serve-gate.ts';
import { serveLogin } from './serve-login.ts';
import { serveStart } from './serve-start.ts';
import { stopForTime } from './serve-time.ts';

/** Every question of this wait is settled: the asker goes on, or a turn carries the answers. */
export async function serveAnswers(deps: RoundDeps, scene: SessionScene): Promise<Look | null> {
  const { session } = scene;
  const questions = await deps.store.listQuestions({ sessionId: session.id });
  const answered = questions.filter(({ state }) => state === 'answered');
  const stopped = await stopForBudget(deps, scene, answered);
  if (stopped !== null) return stopped;
  const timedOut = await stopForTime(deps, scene, answered);
  if (timedOut !== null) return timedOut;
  const abandoned = await abandonForGate(deps, scene, answered);
  if (abandoned !== null) return abandoned;
  const login = await serveLogin(deps, scene, questions);
  if (login !== null) return login;
  const open = questions.filter(({ state }) => state === 'open');
  if (open.length > 0) return answered.length > 0 ? null : goOnWithin(deps, scene, open);
  if (answered.some(settlesStart)) return serveStart(deps, scene, answered);
  if (session.isInterrupted) return resumeAnswered(deps, scene, answered);
  const deliveries: Delivery[] = [];
  for (const question of answered) deliveries.push({ question, way: await wayOf(deps, scene, question) });
  const isLive = isAwaited(scene, deliveries);

  const draft = draftFor(scene, deps);
  if (isLive) draft.writes.push({ kind: 'take-slot', limit: deps.config.limits.sessions });
  draftStep(draft, isLive ? 'answered-live' : 'answered', { note: answered.map(({ id }) => id).join(', ') });
  let line = inputTurns(scene).length + questions.filter((one) => isOnLine(one, session.attempt)).length;
  for (const delivery of deliveries) {
    draftDelivery(deps, draft, { ...delivery, line });
    if (delivery.way === 'line') line += 1;
  }
  // What was asked about may have come to its end without an answer; then there is nothing to go on with.
  const isAtRest = answered.every(isLookAgain) && openTurns(scene.turns, session.attempt).length === 0;
  if (!isLive && !isAtRest && queuedTurns(draft.turns).length === 0) {
    draftTurn(draft, { id: deps.ids.uuid(), kind: 'continue', body: CONTINUE_TEXT });
  }
  return afterSlot(await deps.store.commit(draft.writes));
}

type Way = 'line' | 'hook' | 'file' | 'turn' | 'raise' | 'gate' | 'none';
type Delivery = Readonly<{ question: Question; way: Way }>;

// The process goes on by itself: in the middle of a turn, or in a task of its own that waits for an answer.
const isAwaited = ({ session, turns, sight }: SessionScene, deliveries: readonly Delivery[]): boolean =>
  sight.is === 'alive' &&
  (openTurns(turns, session.attempt).length > 0 ||
    deliveries.some(({ way }) => way === 'line' || way === 'hook' || way === 'file'));

const isOnLine = ({ line, attempt }: Question, current: number): boolean =>
  line !== null && attempt === current;

// A request of the CLI dies with its process; a question of the agent itself outlives it as its next turn.
async function wayOf(
  { attempts }: RoundDeps,
  { session, sight }: SessionScene,
  question: Question,
): Promise<Way> {
  if (question.kind === 'budget') return 'raise';
  if (isGateQuestion(question)) return 'gate';
  const isHere = sight.is === 'alive' && question.attempt === session.attempt;
  if (question.requestId !== null) {
    if (!isHere) return 'none';
    return session.mode === 'interactive' ? 'hook' : 'line';
  }
  if (!isHere || question.askingKey === null) return 'turn';
  return (await attempts.hasAskerLeft({ key: question.askingKey })) ? 'turn' : 'file';
}

type Placed = Delivery & Readonly<{ line: number }>;

function draftDelivery(deps: RoundDeps, draft: Draft, { question, way, line }: Placed): void {
  if (way === 'raise') return draftRaise(draft, question);
  if (way === 'gate') return draftGateAnswer(deps, draft, question);
  if (way === 'turn') {
    draftTurn(draft, { id: deps.ids.uuid(), kind: 'answer', body: carriedText(question) });
  }
  const outcome =
    way === 'none'
      ? supersedeQuestion(question, draft.at)
      : deliverAnswer(question, way === 'line' ? line : null);
  const note = way === 'none' ? 'whoever asked is gone' : `by ${way}`;
  draft.writes.push({ kind: 'step-question', step: unwrap(outcome), journal: noteOf(draft, note) });
}
