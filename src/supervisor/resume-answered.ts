import { certain, type Draft, draftStep, draftTurn, noteOf } from '../app/draft.ts';
import { isGateQuestion } from '../domain/question/gate-question.ts';
import { isLoginQuestion } from '../domain/question/login-question.ts';
import { deliverAnswer, type Question, supersedeQuestion } from '../domain/question/question.ts';
import { isStartQuestion } from '../domain/question/start-question.ts';
import { grantedMs } from '../domain/question/time-question.ts';
import { CONTINUE_TEXT } from '../domain/session/prompt-text.ts';
import { draftRaise } from './answer-budget.ts';
import { endedWrites, ensureGoneAndHeard } from './attempt-over.ts';
import { draftCarried } from './carry-answers.ts';
import type { Look, RoundDeps } from './deps.ts';
import { draftReturnTurns } from './leave-work.ts';
import { draftFor, queuedTurns, type Scene } from './scene.ts';
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
  scene: Scene,
  answered: readonly Question[],
): Promise<Look> {
  // A launcher that another supervisor had opened before we asked may have begun nonetheless.
  if (!(await ensureGoneAndHeard(deps, scene))) return 'again';
  const draft = draftFor(scene, deps);
  draftReturnTurns(draft, { canResume: scene.agent.can.resume });
  const lifetimeMs = scene.session.lifetimeMs + grantedMs(answered);
  draftStep(draft, 'answered', { note: answered.map(({ id }) => id).join(', '), patch: { lifetimeMs } });
  for (const question of answered) draftSettled(deps, draft, question);
  if (queuedTurns(draft.turns).length === 0) {
    draftTurn(draft, { id: deps.ids.uuid(), kind: 'continue', body: CONTINUE_TEXT });
  }
  await deps.store.commit([...draft.writes, ...endedWrites(scene, draft.at)]);
  return 'again';
}

/** The answer is told to the next process where it is about its work; or nobody is left to be told. */
export function draftSettled(deps: RoundDeps, draft: Draft, question: Question): void {
  if (question.kind === 'budget') return draftRaise(draft, question);
  if (isGateQuestion(question)) return draftGateAnswer(deps, draft, question);
  const isOrphan = question.requestId !== null;
  if (!isOrphan && !settlesStart(question)) draftCarried(deps, draft, question);
  const outcome = isOrphan ? supersedeQuestion(question, draft.at) : deliverAnswer(question, null);
  const note = isOrphan ? 'whoever asked is gone' : (question.answer ?? '');
  draft.writes.push({ kind: 'step-question', step: certain(outcome), journal: noteOf(draft, note) });
}
