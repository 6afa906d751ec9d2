import type { AgentFact } from '../../domain/agent/fact.ts';
import { foldTranscript, transcriptDueAt } from '../../domain/attempt/transcript.ts';
import type { TranscriptPaths } from '../../runtime/attempt/attempts.ts';
import type { RoundDeps } from '../deps.ts';
import { isOnScreen, type SessionScene } from '../session/session-scene.ts';

/** What the transcript of a session with a screen holds that is not taken in yet. */
export type TranscriptRead = Readonly<{
  cursor: NonNullable<SessionScene['attempt']>['transcript'];
  /** Read within a turn: what ended that turn came later. */
  before: readonly AgentFact[];
  /** Begun as a turn, and what was spent: what ended the turn before came earlier. */
  after: readonly AgentFact[];
}>;

/** Null when there is nothing new. To be read before the record, which is then never older than it. */
export async function readTranscript(deps: RoundDeps, scene: SessionScene): Promise<TranscriptRead | null> {
  const { attempt, agent } = scene;
  const paths = await transcriptOf(deps, scene);
  if (paths === null || attempt === null || !agent.transcript) return null;
  const files = await deps.attempts.readTranscript(paths, attempt.transcript);
  if (files.length === 0) return null;
  const { parse } = agent.transcript;
  const { cursor, facts } = foldTranscript(files, {
    cursor: attempt.transcript,
    parse,
    since: attempt.openedAt,
  });
  return { cursor, before: facts.filter(isWithin), after: facts.filter((fact) => !isWithin(fact)) };
}

const isWithin = (fact: AgentFact): boolean => fact.kind === 'read-prompt' && fact.isWithin;

/** Where the transcript of the current conversation is; null where none is read. */
export async function transcriptOf(
  deps: RoundDeps,
  { session, agent, attempt, workspace }: SessionScene,
): Promise<TranscriptPaths | null> {
  const conversationId = attempt?.conversationId ?? null;
  if (!agent.transcript || conversationId === null || !isOnScreen(session, agent)) return null;
  const spec = await deps.store.findSpec(session.id);
  const paths = deps.pathsFor(session, workspace);
  const file = spec && agent.transcriptFile({ conversationId, paths, spec });
  return file ? { file, partsFolder: agent.transcript.partsFolder(file) } : null;
}

/** When the transcript has to be read again though nothing wakes the round; null for never. */
export function transcriptLookAt(deps: RoundDeps, { session, agent, attempt }: SessionScene): number | null {
  if (!agent.transcript || !isOnScreen(session, agent)) return null;
  return transcriptDueAt(attempt?.lastEventAt ?? null, deps.clock.now());
}
