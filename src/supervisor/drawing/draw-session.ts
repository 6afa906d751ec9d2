import type { SessionReport } from '../../app/session/show-session.ts';
import { reportSession } from '../../app/session/show-session.ts';
import type { Session } from '../../domain/session/session.ts';
import { isOver } from '../../domain/session/session.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';
import { renderSessionLog } from '../../views/session-log.ts';
import { renderStateJson } from '../../views/state-json.ts';
import type { RoundDeps } from '../deps.ts';
import { drawContext } from './draw-context.ts';

const LOG_ENTRIES = 5_000;

/** Draws the files that show a session: all of them follow from its rows. */
export async function drawSession(deps: RoundDeps, session: Session): Promise<void> {
  const report = await reportSession(deps, session);
  const entries = await deps.store.listJournal({ after: 0, limit: LOG_ENTRIES, sessionId: session.id });
  const spec = await deps.store.findSpec(session.id);
  const view = { ...report, transcriptFile: spec ? transcriptOf(deps, report, spec) : null };
  await deps.drawings.draw(session.id, 'state.json', renderStateJson(view));
  await deps.drawings.draw(session.id, 'session.log', renderSessionLog(report, entries));
  if (spec) await deps.drawings.draw(session.id, 'prompt.md', spec.prompt);
  await drawResult(deps, session);
  await drawContext(deps, view);
  if (isOver(session)) await deps.drawings.ensureCompressed(session.id);
}

/** Where the agent CLI keeps the conversation, if it is known. */
function transcriptOf(
  { findAgent, placesFor }: RoundDeps,
  { session, workspace }: SessionReport,
  spec: SessionSpec,
): string | null {
  const { conversationId } = session;
  if (conversationId === null || session.attempt === 0) return null;
  const places = placesFor(session, workspace);
  return findAgent(session.cli)?.transcriptFile({ conversationId, places, spec }) ?? null;
}

async function drawResult({ attempts, drawings }: RoundDeps, session: Session): Promise<void> {
  if (session.attempt === 0) return;
  const ref = { sessionId: session.id, attempt: session.attempt, runId: session.runId, role: session.role };
  const result = await attempts.readResult(ref);
  if (result !== null) await drawings.draw(session.id, 'result.json', result);
}
