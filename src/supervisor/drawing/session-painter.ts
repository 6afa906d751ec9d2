import { reportSession } from '../../app/session/show-session.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { SessionSpec } from '../../domain/session/spec.ts';
import { renderSessionLog } from '../../views/session-log.ts';
import type { SessionView } from '../../views/session-view.ts';
import { renderStateJson } from '../../views/state-json.ts';
import type { RoundDeps } from '../deps.ts';
import { drawContext } from './draw-context.ts';

/**
 * Files of a busy session are drawn again at most this often; a new state is drawn at once, unless it only
 * goes from turn to turn for its run.
 */
const REDRAW_MS = 1_000;
const BETWEEN_TURNS: ReadonlySet<string> = new Set(['working', 'idle']);
const LOG_ENTRIES = 5_000;

type DrawnSession = Pick<Session, 'state' | 'attempt' | 'version'> & Readonly<{ heard: number; at: number }>;
/** `heard` is when the agent was last heard of. Gives back when a state that was not drawn is due. */
export type Painter = (session: Session, heard: number) => Promise<number | null>;

/**
 * Draws a session again when its rows changed since the last time, or what shows it was deleted. Forgets
 * nothing that matters when it dies.
 */
export function createPainter(deps: RoundDeps): Painter {
  const drawn = new Map<string, DrawnSession>();
  return async (session, heard) => {
    const { id } = session;
    const last = drawn.get(id);
    const now = deps.clock.now();
    const isNewState = last?.state !== session.state || last.attempt !== session.attempt;
    const isNews = last?.version !== session.version || last.heard !== heard;
    const isDue = last === undefined || now - last.at >= REDRAW_MS;
    if (!isDue && isNewState && goesOn(session, last)) return last.at + REDRAW_MS;
    // The last of a burst is drawn too, as soon as it may be.
    if (!isNewState && isNews && !isDue) return last.at + REDRAW_MS;
    if (!isNewState && !isNews && (await deps.drawings.hasDrawn(id, 'state.json'))) return null;
    await drawSession(deps, session);
    const { state, attempt, version } = session;
    if (session.endedAt === null) drawn.set(id, { state, attempt, version, heard, at: now });
    else drawn.delete(id);
    return null;
  };
}

const goesOn = ({ runId, state, attempt }: Session, last: DrawnSession): boolean =>
  runId !== null && attempt === last.attempt && BETWEEN_TURNS.has(state) && BETWEEN_TURNS.has(last.state);

/** Draws the files that show a session: all of them follow from its rows. */
async function drawSession(deps: RoundDeps, session: Session): Promise<void> {
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
  { findAgent, pathsFor }: RoundDeps,
  { session, workspace }: SessionView,
  spec: SessionSpec,
): string | null {
  const { conversationId } = session;
  if (conversationId === null || session.attempt === 0) return null;
  const paths = pathsFor(session, workspace);
  return findAgent(session.cli)?.transcriptFile({ conversationId, paths, spec }) ?? null;
}

async function drawResult({ attempts, drawings }: RoundDeps, session: Session): Promise<void> {
  if (session.attempt === 0) return;
  const ref = { sessionId: session.id, attempt: session.attempt, runId: session.runId, role: session.role };
  const result = await attempts.readResult(ref);
  if (result && 'text' in result) await drawings.draw(session.id, 'result.json', result.text);
}
