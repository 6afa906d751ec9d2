import { isOver } from '../../domain/session/session.ts';
import { type Look, notAfter, type RoundDeps } from '../deps.ts';
import { handTurns } from './hand-turns.ts';
import { intakeSessionMessages } from './intake-messages.ts';
import { intakeRequests } from './intake-requests.ts';
import { readEvents } from './read-events.ts';
import { reconcileAttempt } from './reconcile-attempt.ts';
import { observeScene, type SessionScene } from './session-scene.ts';
import { runTimers } from './session-timers.ts';
import { observeSuspension, suspendSession } from './suspend-session.ts';

type Move = (deps: RoundDeps, scene: SessionScene) => Promise<Look | null>;

// What was asked and said comes before what the process does now: a dead agent's last words still count.
const MOVES: readonly Move[] = [readEvents, suspendSession, reconcileAttempt, handTurns, runTimers];

/** Brings one session and its process one move closer. Safe to run at any time, any number of times. */
export async function reconcileSession(deps: RoundDeps, id: string): Promise<Look> {
  const session = await deps.store.findSession(id);
  if (!session || isOver(session)) return { restUntil: null };
  const scene = await observeScene(deps, session, await observeSuspension(deps, session));
  // What changed while we looked does not fit together with what we saw before.
  if ((await deps.store.findSession(id))?.version !== session.version) return 'again';
  const asked = await intakeRequests(deps, scene);
  if (asked !== null) return asked;
  const posts = await intakeSessionMessages(deps, scene);
  if (posts.isStale) return 'again';
  for (const move of MOVES) {
    const look = await move(deps, scene);
    if (look !== null) return notAfter(look, posts.dueAt);
  }
  return { restUntil: posts.dueAt };
}
