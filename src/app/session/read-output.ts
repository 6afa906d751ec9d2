import { SessionRef } from '../../contract/id.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import type { OutputReader } from '../../runtime/output/output-reader.ts';
import type { VerbDeps } from '../deps.ts';
import { findNamedSession } from '../run/find-target.ts';
import { verb } from '../verb.ts';
import type { ReportDeps } from './show-session.ts';

export type OutputDeps = Pick<VerbDeps, 'store'> &
  Pick<ReportDeps, 'nameOf'> &
  Readonly<{
    /** Reads what the agent wrote into the folder of its session. */
    openOutput: (sessionDir: string) => Promise<OutputReader>;
  }>;

export type SessionOutput = Readonly<{ session: Session; text: string }>;

/** What the agent of a session wrote so far. */
async function readOutput(deps: OutputDeps, { sessionId }: SessionRef): Promise<Outcome<SessionOutput>> {
  const found = await findNamedSession(deps, sessionId, 'logs');
  if (!found.ok) return found;
  const output = await deps.openOutput(deps.nameOf(found.value).sessionDir);
  const parts: string[] = [];
  try {
    for (let text = await output.read(); text !== ''; text = await output.read()) parts.push(text);
  } finally {
    output.close();
  }
  return accept({ session: found.value, text: parts.join('') });
}

export const readOutputVerb = verb({
  name: 'session.output',
  summary: 'Show what an agent wrote',
  asks: 'anyone',
  reads: true,
  input: SessionRef,
  answer: async () => (await import('../../contract/answer/session.ts')).SessionOutputAnswer,
  run: readOutput,
  json: ({ session, text }) => ({ session_id: session.id, status: statusOf(session.state), text }),
});
