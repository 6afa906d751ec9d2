import { reportSession } from '../app/show-session.ts';
import type { Session } from '../domain/session/session.ts';
import { isOver } from '../domain/session/session.ts';
import { renderSessionLog } from '../views/session-log.ts';
import { renderStateJson } from '../views/state-json.ts';
import type { RoundDeps } from './deps.ts';

const LOG_ENTRIES = 5_000;

/** Draws the files that show a session: all of them follow from its rows. */
export async function drawSession(deps: RoundDeps, session: Session): Promise<void> {
  const report = await reportSession(deps, session);
  const entries = await deps.store.listJournal({ after: 0, limit: LOG_ENTRIES, sessionId: session.id });
  await deps.drawings.draw(session.id, 'state.json', renderStateJson(report));
  await deps.drawings.draw(session.id, 'session.log', renderSessionLog(report, entries));
  await drawPrompt(deps, session);
  await drawResult(deps, session);
  if (isOver(session)) await deps.drawings.ensureCompressed(session.id);
}

async function drawPrompt({ store, drawings }: RoundDeps, session: Session): Promise<void> {
  const spec = await store.findSpec(session.id);
  if (spec) await drawings.draw(session.id, 'prompt.md', spec.prompt);
}

async function drawResult({ attempts, drawings }: RoundDeps, session: Session): Promise<void> {
  if (session.attempt === 0) return;
  const ref = { sessionId: session.id, attempt: session.attempt, runId: session.runId, role: session.role };
  const result = await attempts.readResult(ref);
  if (result !== null) await drawings.draw(session.id, 'result.json', result);
}
