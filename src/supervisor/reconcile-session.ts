import { isOver } from '../domain/session/session.ts';
import { type Look, notAfter, type RoundDeps } from './deps.ts';
import { keepClocks } from './keep-clocks.ts';
import { keepHold, observeHold } from './keep-hold.ts';
import { observeScene, type Scene } from './scene.ts';
import { serveTurns } from './serve-turns.ts';
import { settleAttempt } from './settle-attempt.ts';
import { takeEvents } from './take-events.ts';
import { takeSessionPosts } from './take-posts.ts';
import { takeRequests } from './take-requests.ts';

type Move = (deps: RoundDeps, scene: Scene) => Promise<Look | null>;

// What was asked and said comes before what the process does now: a dead agent's last words still count.
const MOVES: readonly Move[] = [takeEvents, keepHold, settleAttempt, serveTurns, keepClocks];

/** Brings one session and its process one move closer. Safe to run at any time, any number of times. */
export async function reconcileSession(deps: RoundDeps, id: string): Promise<Look> {
  const session = await deps.store.findSession(id);
  if (!session || isOver(session)) return { restUntil: null };
  const scene = await observeScene(deps, session, await observeHold(deps, session));
  // What changed while we looked does not fit together with what we saw before.
  if ((await deps.store.findSession(id))?.version !== session.version) return 'again';
  const asked = await takeRequests(deps, scene);
  if (asked !== null) return asked;
  const posts = await takeSessionPosts(deps, scene);
  if (posts.isStale) return 'again';
  for (const move of MOVES) {
    const look = await move(deps, scene);
    if (look !== null) return notAfter(look, posts.dueAt);
  }
  return { restUntil: posts.dueAt };
}
