import { draftDelivered } from '../../app/question/draft-question.ts';
import { effectOf } from '../../domain/question/kinds.ts';
import type { Question } from '../../domain/question/question.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { draftStopWork } from '../session/park-session.ts';
import { draftFor, type SessionScene } from '../session/session-scene.ts';

/** An answer ends the session: both are one commit. Null when no answer does. */
export async function endIfAnswered(
  deps: RoundDeps,
  scene: SessionScene,
  answered: readonly Question[],
): Promise<Look | null> {
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
