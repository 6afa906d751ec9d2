import type { Question } from '../../domain/question/question.ts';
import { isStartQuestion } from '../../domain/question/start-question.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { draftStopWork } from '../session/park-session.ts';
import { draftFor, type SessionScene } from '../session/session-scene.ts';
import { draftDelivered, resumeAnswered } from './resume-answered.ts';

/**
 * The person has said what becomes of a start that was held up, or has logged in. The attempt that was never
 * opened, or was of no use, is over, and the next one looks for itself; or there is none.
 */
export async function serveStart(
  deps: RoundDeps,
  scene: SessionScene,
  answered: readonly Question[],
): Promise<Look> {
  const starts = answered.filter(isStartQuestion);
  if (starts.every(({ answer }) => answer !== 'stop')) return resumeAnswered(deps, scene, answered);
  const draft = draftFor(scene, deps);
  draftStopWork(draft, { ending: 'killed', reason: 'asked', text: 'stopped before its start' });
  for (const question of starts) draftDelivered(deps, draft, question);
  await deps.store.commit(draft.writes);
  return 'again';
}
