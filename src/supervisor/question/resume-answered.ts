import { type Draft, draftStep, draftTurn, draftTurnStep, noteOf, unwrap } from '../../app/draft.ts';
import { carriedText } from '../../domain/question/carried-text.ts';
import { isGateQuestion } from '../../domain/question/gate-question.ts';
import { isLoginQuestion } from '../../domain/question/login-question.ts';
import { deliverAnswer, type Question, supersedeQuestion } from '../../domain/question/question.ts';
import { isStartQuestion } from '../../domain/question/start-question.ts';
import { grantedMs } from '../../domain/question/time-question.ts';
import { CONTINUE_TEXT } from '../../domain/session/prompt-text.ts';
import { isOpenTurn, type Turn } from '../../domain/turn/turn.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { endedWrites, ensureGoneAndHeard } from '../session/attempt-over.ts';
import { draftReturnTurns } from '../session/park-session.ts';
import { draftFor, queuedTurns, type SessionScene } from '../session/session-scene.ts';
import { draftRaise } from './answer-budget.ts';
import { draftCarried } from './carry-answers.ts';
import { draftGateAnswer } from './serve-gate.ts';

/** Nobody waits for its answer but the next attempt. */
export const settlesStart = (question: Question): boolean =>
  isStartQuestion(question) || isLoginQuestion(question);

/**
 * Everything is answered, and the process that was there is not wanted any more: once nothing of it is left,
 * the next one goes on with what it had begun, and is told the answers.
 */
export async function resumeAnswered(
  deps: RoundDeps,
  scene: SessionScene,
  answered: readonly Question[],
): Promise<Look> {
  // A launcher that another supervisor had opened before we asked may have begun nonetheless.
  if (!(await ensureGoneAndHeard(deps, scene))) return 'again';
  const draft = draftFor(scene, deps);
  const carried = answered.filter(isCarried);
  const told = scene.agent.can.resume ? [] : draftBrokenOff(draft, carried);
  draftReturnTurns(draft, { canResume: scene.agent.can.resume });
  const lifetimeMs = scene.session.lifetimeMs + grantedMs(answered);
  draftStep(draft, 'answered', { note: answered.map(({ id }) => id).join(', '), patch: { lifetimeMs } });
  if (told.length > 0)
    draftTurn(draft, { id: deps.ids.uuid(), kind: 'answer', body: wordsOf(told, carried) });
  else for (const question of carried) draftCarried(deps, draft, question);
  for (const question of answered) draftDelivered(deps, draft, question);
  if (queuedTurns(draft.turns).length === 0) {
    draftTurn(draft, { id: deps.ids.uuid(), kind: 'continue', body: CONTINUE_TEXT });
  }
  await deps.store.commit([...draft.writes, ...endedWrites(scene, draft.at)]);
  return 'again';
}

/** The answer is told to the next process where it is about its work. */
const isCarried = (question: Question): boolean =>
  question.kind !== 'budget' &&
  !isGateQuestion(question) &&
  question.requestId === null &&
  !settlesStart(question);

/** Who remembers nothing begins its task anew: what it was told is told again together with the answer. */
function draftBrokenOff(draft: Draft, carried: readonly Question[]): readonly Turn[] {
  if (carried.length === 0) return [];
  const told = draft.turns.filter(
    (turn) => turn.attempt === draft.session.attempt && (isOpenTurn(turn) || turn.state === 'queued'),
  );
  for (const turn of told) {
    const event = isOpenTurn(turn) ? 'interrupt' : 'drop';
    draftTurnStep(draft, turn, { event, note: 'told again with the answer' });
  }
  return told;
}

// The task itself stands above whatever a new process of such an agent is told.
const wordsOf = (told: readonly Turn[], carried: readonly Question[]): string =>
  [...told.filter(({ kind }) => kind !== 'prompt').map(({ body }) => body), ...carried.map(carriedText)].join(
    '\n\n',
  );

/** It is delivered, or nobody is left to be told. */
export function draftDelivered(deps: RoundDeps, draft: Draft, question: Question): void {
  if (question.kind === 'budget') return draftRaise(draft, question);
  if (isGateQuestion(question)) return draftGateAnswer(deps, draft, question);
  const isOrphan = question.requestId !== null;
  const outcome = isOrphan ? supersedeQuestion(question, draft.at) : deliverAnswer(question, null);
  const note = isOrphan ? 'whoever asked is gone' : (question.answer ?? '');
  draft.writes.push({ kind: 'step-question', step: unwrap(outcome), journal: noteOf(draft, note) });
}
