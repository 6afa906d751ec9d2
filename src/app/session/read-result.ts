import { SessionRef } from '../../contract/id.ts';
import { parseJson } from '../../contract/json.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { SessionFolders } from '../../runtime/files/session-folders.ts';
import type { VerbDeps } from '../deps.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';

export type ResultDeps = Pick<VerbDeps, 'store' | 'attempts'> & Readonly<{ folders: SessionFolders }>;

export type SessionResult = Readonly<{
  session: Session;
  source: 'result.json' | 'last-message';
  text: string;
}>;

/** What the agent delivered: its result.json, else its last words. */
export async function readResult(
  { store, attempts, folders }: ResultDeps,
  { sessionId: name }: SessionRef,
): Promise<Outcome<SessionResult>> {
  const found = await findNamedSession({ store }, name, 'result');
  if (!found.ok) return found;
  const session = found.value;
  const { id: sessionId } = session;
  for (const attempt of (await store.listAttempts(sessionId)).toReversed()) {
    const ref = { sessionId, attempt: attempt.number, runId: session.runId, role: session.role };
    const file =
      session.archivedAt === null ? await attempts.readResult(ref) : await folders.readArchivedResult(ref);
    if (file && 'bytes' in file)
      return refuse({ code: 'result-too-large', sessionId, attempt: ref.attempt, ...file });
    if (file) return accept({ session, source: 'result.json', text: file.text });
    if (attempt.lastResult !== null)
      return accept({ session, source: 'last-message', text: attempt.lastResult });
  }
  return refuse({ code: 'no-result', sessionId, status: statusOf(session.state) });
}

export const readResultVerb = verb({
  name: 'session.result',
  summary: 'Show the result of a session',
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
