import { certain, type Draft, draftStep, draftTurn, noteOf } from '../app/draft.ts';
import { isLoginQuestion } from '../domain/question/login-question.ts';
import { deliverAnswer, type Question, supersedeQuestion } from '../domain/question/question.ts';
import { isStartQuestion } from '../domain/question/start-question.ts';
import { CONTINUE_TEXT } from '../domain/session/prompt-text.ts';
import { endedWrites, ensureGoneAndHeard } from './attempt-over.ts';
import { draftCarried } from './carry-answers.ts';
import type { Look, RoundDeps } from './deps.ts';
import { draftReturnTurns, draftStopWork } from './leave-work.ts';
import { draftFor, queuedTurns, type Scene } from './scene.ts';

/** Nobody waits for its answer but the next attempt. */
export const settlesStart = (question: Question): boolean =>
  isStartQuestion(question) || isLoginQuestion(question);

/**
 * The person has said what becomes of a start that was held up, or has logged in. The attempt that was never
 * opened, or was of no use, is over, and the next one looks for itself; or there is none.
 */
export async function serveStart(
  deps: RoundDeps,
  scene: Scene,
  answered: readonly Question[],
): Promise<Look> {
  const starts = answered.filter(isStartQuestion);
  if (starts.some(({ answer }) => answer === 'stop')) return stopUnstarted(deps, scene, starts);
  // A launcher that another supervisor had opened before we asked may have begun nonetheless.
  if (!(await ensureGoneAndHeard(deps, scene))) return 'again';

  const draft = draftFor(scene, deps);
  draftReturnTurns(draft, { canResume: scene.agent.can.resume });
  draftStep(draft, 'answered', { note: answered.map(({ id }) => id).join(', ') });
  for (const question of answered) draftSettled(deps, draft, question);
  if (queuedTurns(draft.turns).length === 0) {
    draftTurn(draft, { id: deps.ids.uuid(), kind: 'continue', body: CONTINUE_TEXT });
  }
  await deps.store.commit([...draft.writes, ...endedWrites(scene, draft.at)]);
  return 'again';
}

async function stopUnstarted(deps: RoundDeps, scene: Scene, starts: readonly Question[]): Promise<Look> {
  const draft = draftFor(scene, deps);
  draftStopWork(draft, { ending: 'killed', reason: 'asked', text: 'stopped before its start' });
  for (const question of starts) draftSettled(deps, draft, question);
  await deps.store.commit(draft.writes);
  return 'again';
}

function draftSettled(deps: RoundDeps, draft: Draft, question: Question): void {
  const isOrphan = question.requestId !== null;
  if (!isOrphan && !settlesStart(question)) draftCarried(deps, draft, question);
  const outcome = isOrphan ? supersedeQuestion(question, draft.at) : deliverAnswer(question, null);
  const note = isOrphan ? 'whoever asked is gone' : (question.answer ?? '');
  draft.writes.push({ kind: 'step-question', step: certain(outcome), journal: noteOf(draft, note) });
}
