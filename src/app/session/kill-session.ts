import { KillSession } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { VerbDeps } from '../deps.ts';
import { draftStep, openDraft } from '../draft.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { draftDroppedTurns } from './drop-turns.ts';

/** `stopping`: its processes are being ended. `was-over`: another ending came first. */
export type KilledSession = Readonly<{ session: Session; is: 'stopping' | 'killed' | 'was-over' | 'spared' }>;

/** Ends a session. Its processes are ended by the supervisor, which the row tells to. */
export function killSession(
  deps: Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>,
  { sessionId, reason }: KillSession,
): Promise<Outcome<KilledSession>> {
  return whileStale(sessionId, async () => {
    const found = await findNamedSession(deps, sessionId, 'kill');
    if (!found.ok) return found;
    const session = found.value;
    if (isOver(session)) return accept({ session, is: 'was-over' });
    // The first decision about an ending stands; the end itself is already on its way.
    if (session.state === 'stopping') return accept({ session, is: 'stopping' });
    return stop(deps, session, reason);
  });
}

async function stop(
  { store, clock, by, poke }: Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>,
  session: Session,
  reason: string,
): Promise<Outcome<KilledSession> | 'stale'> {
  const draft = openDraft(session, await store.listTurns(session.id), { at: clock.now(), by });
  draftStep(draft, 'stop', {
    note: reason,
    patch: { ending: 'killed', reason: 'asked', reasonText: reason },
  });
  // One that never started is over at once: no later round drops its turns.
  if (isOver(draft.session)) draftDroppedTurns(draft);
  const result = await store.commit(draft.writes);
  if (!result.saved) return 'stale';
  await poke(session.id);
  return accept({ session: draft.session, is: isOver(draft.session) ? 'killed' : 'stopping' });
}

export const killSessionVerb = verb({
  name: 'session.kill',
  summary: 'Kill a session and its processes',
  asks: 'person',
  reads: false,
  input: KillSession,
  answer: async () => (await import('../../contract/answer/session.ts')).KilledSessionAnswer,
  run: killSession,
  json: ({ session, is }) => ({
    session_id: session.id,
    status: statusOf(session.state),
    state: session.state,
    killed: is === 'killed' || is === 'stopping',
    was_over: is === 'was-over',
  }),
});
