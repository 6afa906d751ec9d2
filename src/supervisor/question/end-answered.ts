import { noteOf, unwrap } from '../../app/draft.ts';
import { deliverAnswer, type Question } from '../../domain/question/question.ts';
import type { Look, RoundDeps } from '../deps.ts';
import { draftStopWork, type Stopping } from '../session/park-session.ts';
import { draftFor, type SessionScene } from '../session/session-scene.ts';

/** A person's answer ends the session: both are one commit. */
export async function endAnswered(
  deps: RoundDeps,
  scene: SessionScene,
  { question, ...stopping }: Stopping & Readonly<{ question: Question }>,
): Promise<Look> {
  const draft = draftFor(scene, deps);
  draftStopWork(draft, stopping);
  const step = unwrap(deliverAnswer(question, null));
  draft.writes.push({ kind: 'step-question', step, journal: noteOf(draft, question.answer ?? '') });
  await deps.store.commit(draft.writes);
  return 'again';
}
