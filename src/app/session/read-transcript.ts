import { ReadTranscript } from '../../contract/session.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import { joinParts } from '../../domain/attempt/join-parts.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import type { AttemptRef } from '../../runtime/attempt/attempts.ts';
import { transcriptEntries } from '../../views/transcript-entries.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { findServedSession, type ServedDeps } from './find-served.ts';

/** One answer takes so many reads of the record; the rest is asked for. */
const READS_MOST = 8;

export type TranscriptDeps = ServedDeps &
  Pick<VerbDeps, 'attempts'> &
  Readonly<{ findAgent: (cli: string) => Promise<Outcome<Agent>> }>;

type Read = Readonly<{ facts: readonly AgentFact[]; from: number; next: number; isAll: boolean }>;

export type Transcript = Read &
  Readonly<{
    session: Session;
    attempt: number;
    attempts: readonly number[];
    turns: readonly Turn[];
  }>;

/** What an attempt's agent was told, said and did, as its own record tells it. */
async function readTranscript(
  deps: TranscriptDeps,
  { sessionId, attempt: wanted, after }: ReadTranscript,
): Promise<Outcome<Transcript>> {
  const found = await findServedSession(deps, sessionId, 'logs');
  if (!found.ok) return found;
  const session = found.value;
  const agent = await deps.findAgent(session.cli);
  if (!agent.ok) return agent;
  const attempts = (await deps.store.listAttempts(session.id)).map(({ number }) => number);
  const attempt = wanted ?? attempts.at(-1) ?? 0;
  const isThere = attempts.includes(attempt);
  const read = isThere ? await readRecord(deps, { session, agent: agent.value, attempt }, after) : NOTHING;
  const turns = await deps.store.listTurns(session.id);
  return accept({ session, attempt, attempts, turns, ...read });
}

const NOTHING: Read = { facts: [], from: 0, next: 0, isAll: true };

type AttemptSource = Readonly<{ session: Session; agent: Agent; attempt: number }>;

async function readRecord(
  { store, attempts }: TranscriptDeps,
  { session, agent, attempt }: AttemptSource,
  after: number,
): Promise<Read> {
  const ref: AttemptRef = { sessionId: session.id, attempt, runId: session.runId, role: session.role };
  const spec = agent.protocol && (await store.findSpec(session.id));
  // Where a line alone means nothing, the record is read from its beginning.
  const from = spec ? 0 : after;
  const lines: string[] = [];
  let [next, isAll] = [from, false];
  for (let reads = 0; !isAll && (spec || reads < READS_MOST); reads += 1) {
    const read = await attempts.readEvents(ref, next);
    lines.push(...read.lines);
    isAll = read.isAll || read.next === next;
    next = read.next;
  }
  const resume = (await store.findAttempt(session.id, attempt))?.resumed ?? false;
  const facts = spec
    ? agent.protocol?.read(null, lines, { spec, resume }).facts
    : lines.flatMap((line) => agent.parseLine(line));
  return { facts: joinParts(facts ?? []), from, next, isAll };
}

export const readTranscriptVerb = verb({
  name: 'session.transcript',
  summary: 'Show what an agent was told, said and did, entry by entry',
  asks: 'anyone',
  reads: true,
  input: ReadTranscript,
  answer: async () => (await import('../../contract/answer/transcript.ts')).TranscriptAnswer,
  run: readTranscript,
  json: ({ session, attempt, attempts, from, next, isAll, facts, turns }) => ({
    session_id: session.id,
    attempt,
    attempts,
    from,
    next,
    is_all: isAll,
    entries: transcriptEntries(facts, turns),
  }),
});
