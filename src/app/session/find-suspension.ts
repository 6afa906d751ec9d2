import { LOOP_METADATA } from '../../domain/loop/names.ts';
import { pauseText } from '../../domain/pause/pause.ts';
import { closesWith } from '../../domain/question/kinds.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Suspension } from '../../domain/session/suspension.ts';
import type { Store } from '../../store/store.ts';

/** What rows say suspends a session together with others; null when nothing does. */
export async function findSuspension(
  store: Pick<Store, 'findLoop' | 'findPause' | 'findQuestion'>,
  { metadata }: Pick<Session, 'metadata'>,
): Promise<Suspension | null> {
  const pause = await store.findPause();
  if (pause) return { text: pauseText(pause) };
  const loopId = metadata[LOOP_METADATA];
  const loop = loopId === undefined ? undefined : await store.findLoop(loopId);
  const questionId = loop?.questionId ?? null;
  const question = questionId === null ? undefined : await store.findQuestion(questionId);
  return question && closesWith(question, 'project-interrupt') ? { text: question.text } : null;
}
