import type { Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { drawSession } from './draw-session.ts';

/** Files of a busy session are drawn again at most this often; a new state is drawn at once. */
const REDRAW_MS = 1_000;

type Drawn = Pick<Session, 'state' | 'attempt' | 'version'> & Readonly<{ heard: number; at: number }>;
/** `heard` is when the agent was last heard of. */
export type Painter = (session: Session, heard: number) => Promise<void>;

/**
 * Draws a session again when its rows changed since the last time. Forgets nothing that matters when it dies.
 */
export function createPainter(deps: RoundDeps): Painter {
  const drawn = new Map<string, Drawn>();
  return async (session, heard) => {
    const { id } = session;
    const last = drawn.get(id);
    const now = deps.clock.now();
    const isNewState = last?.state !== session.state || last.attempt !== session.attempt;
    const isNews = last?.version !== session.version || last.heard !== heard;
    if (!isNewState && !(isNews && now - last.at >= REDRAW_MS)) return;
    await drawSession(deps, session);
    const { state, attempt, version } = session;
    if (session.endedAt === null) drawn.set(id, { state, attempt, version, heard, at: now });
    else drawn.delete(id);
  };
}
