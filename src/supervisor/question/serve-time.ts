import { draftInterrupt } from '../../app/session/draft-interrupt.ts';
import type { Question } from '../../domain/question/question.ts';
import { isGivenUp, wordTime } from '../../domain/question/time-question.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { draftFor, type SessionScene } from '../session/session-scene.ts';
import { endAnswered } from './end-answered.ts';

/** Its time is used up, and whoever began it asks before it gives up. */
export async function askForTime(deps: RoundDeps, scene: SessionScene, text: string): Promise<Look> {
  const { id, lifetimeMs } = scene.session;
  const before = await deps.store.listQuestions({ sessionId: id });
  const draft = draftFor(scene, deps);
  draftInterrupt(draft, wordTime({ text, lifetimeMs }, before), deps.ids.hash);
  await deps.store.commit(draft.writes);
  return 'again';
}

/** A person gives it no more time: the session ends. Null when nobody said so. */
export async function stopForTime(
  deps: RoundDeps,
  scene: SessionScene,
  answered: readonly Question[],
): Promise<Look | null> {
  const question = answered.find(isGivenUp);
  if (!question) return null;
  return endAnswered(deps, scene, { question, ending: 'killed', reason: 'timeout', text: question.text });
}
