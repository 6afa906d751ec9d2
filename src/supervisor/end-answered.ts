import { certain, noteOf } from '../app/draft.ts';
import { deliverAnswer, type Question } from '../domain/question/question.ts';
import type { Look, RoundDeps } from './deps.ts';
import { draftStopWork, type Stopping } from './leave-work.ts';
import { draftFor, type Scene } from './scene.ts';

/** A person's answer ends the session: both are one commit. */
export async function endAnswered(
  deps: RoundDeps,
  scene: Scene,
  { question, ...stopping }: Stopping & Readonly<{ question: Question }>,
): Promise<Look> {
  const draft = draftFor(scene, deps);
  draftStopWork(draft, stopping);
  const step = certain(deliverAnswer(question, null));
  draft.writes.push({ kind: 'step-question', step, journal: noteOf(draft, question.answer ?? '') });
  await deps.store.commit(draft.writes);
  return 'again';
}
