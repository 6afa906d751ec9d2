import { ReadOutput } from '../../contract/session.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import { statusOf } from '../../domain/session/status.ts';
import { keepTextEnd } from '../../domain/text/text-end.ts';
import type { OutputReader } from '../../runtime/output/output-reader.ts';
import { verb } from '../verb.ts';
import { findServedSession, type ServedDeps } from './find-served.ts';
import type { ReportDeps } from './show-session.ts';

export type OutputDeps = ServedDeps &
  Pick<ReportDeps, 'nameOf'> &
  Readonly<{
    /** Reads what the agent wrote into the folder of its session. */
    openOutput: (sessionDir: string) => Promise<OutputReader>;
  }>;

/** The end of what was written, and how many characters before it were left out. */
export type SessionOutput = Readonly<{ session: Session; text: string; cut: number }>;

/** What the agent of a session wrote so far: the end of it, where it is long. */
export async function readOutput(
  deps: OutputDeps,
  { sessionId, most }: ReadOutput,
): Promise<Outcome<SessionOutput>> {
  const found = await findServedSession(deps, sessionId, 'logs');
  if (!found.ok) return found;
  const output = await deps.openOutput(deps.nameOf(found.value).sessionDir);
  const kept = keepTextEnd(most);
  try {
    for (let text = await output.read(); text !== ''; text = await output.read()) kept.add(text);
  } finally {
    output.close();
  }
  return accept({ session: found.value, ...kept.end() });
}

export const readOutputVerb = verb({
  name: 'session.output',
  summary: 'Show the output of an agent',
  asks: 'anyone',
  reads: true,
  input: ReadOutput,
  answer: async () => (await import('../../contract/answer/session.ts')).SessionOutputAnswer,
  run: readOutput,
  json: ({ session, text, cut }) => ({
    session_id: session.id,
    status: statusOf(session.state),
    text,
    cut_characters: cut,
  }),
});
