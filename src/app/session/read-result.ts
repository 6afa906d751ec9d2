import { SessionRef } from '../../contract/id.ts';
import { parseJson } from '../../contract/json.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { VerbDeps } from '../deps.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';

export type SessionResult = Readonly<{
  session: Session;
  source: 'result.json' | 'last-message';
  text: string;
}>;

/** What the agent delivered: its result.json, else its last words. */
export async function readResult(
  { store, attempts }: Pick<VerbDeps, 'store' | 'attempts'>,
  { sessionId: name }: SessionRef,
): Promise<Outcome<SessionResult>> {
  const found = await findNamedSession({ store }, name, 'result');
  if (!found.ok) return found;
  const session = found.value;
  const { id: sessionId } = session;
  for (const attempt of (await store.listAttempts(sessionId)).toReversed()) {
    const ref = { sessionId, attempt: attempt.number, runId: session.runId, role: session.role };
    const text = await attempts.readResult(ref);
    if (text !== null) return accept({ session, source: 'result.json', text });
    if (attempt.lastResult !== null)
      return accept({ session, source: 'last-message', text: attempt.lastResult });
  }
  return refuse({ code: 'no-result', sessionId, status: statusOf(session.state) });
}

export const readResultVerb = verb({
  name: 'session.result',
  summary: 'Show what a session delivered',
  asks: 'anyone',
  reads: true,
  input: SessionRef,
  answer: async () => (await import('../../contract/answer/session.ts')).SessionResultAnswer,
  run: readResult,
  json: ({ session, source, text }) => ({ session_id: session.id, source, result: jsonOf(text) }),
});

function jsonOf(text: string): unknown {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}
