import type { Attempt } from '../../domain/attempt/attempt.ts';
import { beginsAnew, originOf } from '../../domain/session/origin.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { findConversation, type KnownConversation } from './find-conversation.ts';
import { observeScene, type SessionScene } from './session-scene.ts';

const MOST_SESSIONS = 10;

/** The session that it goes on from, if that ever had a process, else the one before that. */
async function findOrigin({ store }: Pick<RoundDeps, 'store'>, session: Session): Promise<Session | null> {
  let id = originOf(session);
  for (let count = 0; id !== null && count < MOST_SESSIONS; count++) {
    const origin = await store.findSession(id);
    if (!origin || origin.attempt > 0) return origin ?? null;
    id = originOf(origin);
  }
  return null;
}

/** True while the session that it continues has not quite ended: both would work in one folder. */
export async function waitsForOrigin({ store }: RoundDeps, { session }: SessionScene): Promise<boolean> {
  if (session.continues === null || session.attempt > 0) return false;
  const origin = await store.findSession(session.continues);
  return origin !== undefined && !isOver(origin);
}

/** The conversation that a session without an attempt begins with, where it is that of another. */
export async function inheritConversation(
  deps: RoundDeps,
  scene: SessionScene,
): Promise<KnownConversation | null> {
  const { session, agent } = scene;
  const origin = beginsAnew(scene.turns) ? null : await findOrigin(deps, session);
  // Another agent CLI does not know the conversation.
  if (origin === null || origin.cli !== session.cli) return null;
  if (session.forkedFrom !== null && !(agent.forks && session.mode === 'headless')) return null;
  return findConversation(deps, await observeScene(deps, origin, null));
}

/** What the first attempt of a fork branches off from; null for every other attempt. */
export async function findForkSource(
  deps: Pick<RoundDeps, 'store'>,
  session: Session,
  { number, resumed }: Pick<Attempt, 'number' | 'resumed'>,
): Promise<string | null> {
  if (session.forkedFrom === null || number !== 1 || !resumed) return null;
  const origin = await findOrigin(deps, session);
  const last = origin && (await deps.store.findAttempt(origin.id, origin.attempt));
  return last?.conversationId ?? origin?.conversationId ?? null;
}
