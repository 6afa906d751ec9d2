import type { Loop } from '../../domain/loop/loop.ts';
import { LOOP_METADATA } from '../../domain/loop/names.ts';
import { pauseText } from '../../domain/pause/pause.ts';
import { closesWith } from '../../domain/question/kinds.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Suspension } from '../../domain/session/suspension.ts';
import type { Store } from '../../store/store.ts';

/** What rows say suspends a session together with others; null when nothing does. */
export async function findSuspension(
  store: Pick<Store, 'findLoop' | 'findPause' | 'findQuestion'>,
  session: Pick<Session, 'id' | 'metadata' | 'takenOver'>,
): Promise<Suspension | null> {
  const pause = await store.findPause();
  if (pause) return { text: pauseText(pause) };
  const loopId = session.metadata[LOOP_METADATA];
  const loop = loopId === undefined ? undefined : await store.findLoop(loopId);
  const questionId = loop?.questionId ?? null;
  const question = questionId === null ? undefined : await store.findQuestion(questionId);
  if (question && closesWith(question, 'project-interrupt')) return { text: question.text };
  return loop && isAside(loop, session) ? { text: asideText(loop), isAside: true } : null;
}

// A person who took it over works on it themselves.
const isAside = ({ atWork }: Loop, { id, takenOver }: Pick<Session, 'id' | 'takenOver'>): boolean =>
  !takenOver && atWork.some((one) => one.sessionId === id && one.isAside);

const asideText = ({ id }: Loop): string =>
  `Loop ${id} works on something else meanwhile; after the answer it goes on before anything new`;
