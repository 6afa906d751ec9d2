import type { SessionRef } from '../../contract/id.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { SessionResult } from '../app.ts';
import type { VerbDeps } from '../deps.ts';
import { findSession } from './find-session.ts';

/** What the agent delivered: its result.json, else its last words. */
export async function readResult(
  { store, attempts }: Pick<VerbDeps, 'store' | 'attempts'>,
  { sessionId }: SessionRef,
): Promise<Outcome<SessionResult>> {
  const found = await findSession(store, sessionId);
  if (!found.ok) return found;
  const session = found.value;
  for (const attempt of (await store.listAttempts(sessionId)).toReversed()) {
    const ref = { sessionId, attempt: attempt.number, runId: session.runId, role: session.role };
    const text = await attempts.readResult(ref);
    if (text !== null) return accept({ session, source: 'result.json', text });
    if (attempt.lastResult !== null)
      return accept({ session, source: 'last-message', text: attempt.lastResult });
  }
  return refuse({ code: 'no-result', sessionId, status: statusOf(session.state) });
}
