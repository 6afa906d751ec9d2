import type { KillSession } from '../contract/session.ts';
import { accept, type Outcome, refuse } from '../domain/outcome.ts';
import { isOver, type Session, stepSession } from '../domain/session/session.ts';
import type { KilledSession } from './app.ts';
import type { VerbDeps } from './deps.ts';
import { findSession } from './find-session.ts';

const TRIES = 20;

/** Ends a session. Its processes are ended by the supervisor, which the row tells to. */
export async function killSession(
  deps: Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>,
  { sessionId, reason }: KillSession,
): Promise<Outcome<KilledSession>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await findSession(deps.store, sessionId);
    if (!found.ok) return found;
    if (isOver(found.value)) return accept({ session: found.value, wasOver: true });
    // Whoever decided an ending first keeps it; the end itself is already on its way.
    if (found.value.state === 'stopping') return accept({ session: found.value, wasOver: false });
    const killed = await stop(deps, found.value, reason);
    if (killed) return killed;
  }
  return refuse({ code: 'moved-meanwhile', what: sessionId });
}

async function stop(
  { store, clock, by, poke }: Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>,
  session: Session,
  reason: string,
): Promise<Outcome<KilledSession> | null> {
  const at = clock.now();
  const patch = { ending: 'killed', reason: 'asked', reasonText: reason } as const;
  const step = stepSession(session, 'stop', { at, patch });
  if (!step.ok) return step;
  const result = await store.commit([
    { kind: 'step-session', step: step.value, journal: { at, by, note: reason } },
  ]);
  if (!result.saved) return null;
  await poke(session.id);
  return accept({ session: step.value.to, wasOver: false });
}
