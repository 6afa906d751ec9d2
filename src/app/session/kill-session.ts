import type { KillSession } from '../../contract/session.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { KilledSession } from '../app.ts';
import type { VerbDeps } from '../deps.ts';
import { draftStep, openDraft } from '../draft.ts';
import { draftDroppedTurns } from './drop-turns.ts';
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
  const draft = openDraft(session, await store.listTurns(session.id), { at: clock.now(), by });
  draftStep(draft, 'stop', {
    note: reason,
    patch: { ending: 'killed', reason: 'asked', reasonText: reason },
  });
  // One that never started is over at once: nobody comes later to say that its turns are refused.
  if (isOver(draft.session)) draftDroppedTurns(draft);
  const result = await store.commit(draft.writes);
  if (!result.saved) return null;
  await poke(session.id);
  return accept({ session: draft.session, wasOver: false });
}
