import { SessionRef } from '../../contract/id.ts';
import { type Outcome, refuse } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import { sessionStateJson } from '../../views/session-view.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import { findSession } from './find-session.ts';
import { type ArchiveDeps, setArchived } from './set-archived.ts';

/** Brings a session back from the archive. */
export async function restoreSession(
  deps: ArchiveDeps,
  { sessionId }: SessionRef,
): Promise<Outcome<Session>> {
  const found = await findNamedSession(deps, sessionId, 'restore');
  if (!found.ok) return found;
  await setArchived(deps, found.value, null);
  // It may have been put away before its last picture was drawn.
  await deps.poke(found.value.id);
  if (found.value.archivedAt === null) return refuse({ code: 'archive-missing', sessionId });
  return findSession(deps.store, found.value.id);
}

export const restoreSessionVerb = verb({
  name: 'session.restore',
  summary: 'Bring a session back from the archive',
  asks: 'person',
  reads: false,
  input: SessionRef,
  answer: async () => (await import('../../contract/answer/session.ts')).SessionStateAnswer,
  run: restoreSession,
  json: sessionStateJson,
});
