import type { Session } from '../domain/session/session.ts';
import type { RoundDeps } from './deps.ts';
import { drawSession } from './draw-session.ts';

/** Files of a busy session are drawn again at most this often; a new state is drawn at once. */
const REDRAW_MS = 1_000;

export type Painter = (id: string) => Promise<void>;

/**
 * Draws a session again when its rows changed since the last time. Forgets nothing that matters when it dies.
 */
export function createPainter(deps: RoundDeps): Painter {
  const drawn = new Map<string, { version: number; heard: number; at: number }>();
  return async (id) => {
    const session = await deps.store.findSession(id);
    if (!session) return;
    const heard = await lastHeard(deps, session);
    const last = drawn.get(id);
    const now = deps.clock.now();
    const isNewState = last?.version !== session.version;
    const isNewWord = last?.heard !== heard && now - (last?.at ?? 0) >= REDRAW_MS;
    if (!isNewState && !isNewWord) return;
    await drawSession(deps, session);
    if (session.endedAt === null) drawn.set(id, { version: session.version, heard, at: now });
    else drawn.delete(id);
  };
}

async function lastHeard({ store }: RoundDeps, { id, attempt }: Session): Promise<number> {
  return (await store.findAttempt(id, attempt))?.lastEventAt ?? 0;
}
