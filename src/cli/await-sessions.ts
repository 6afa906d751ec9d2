import type { Outcome } from '../domain/outcome.ts';
import type { Session } from '../domain/session/session.ts';
import { isLive } from '../views/session-view.ts';
import { answered } from './command.ts';
import type { Host } from './host.ts';

export type Awaited = Readonly<{ sessions: readonly Session[]; isInTime: boolean; now: number }>;
type Wish = (session: Session) => boolean;

export const isOver: Wish = (session) => !isLive(session);
export const hasStarted: Wish = (session) => session.startedAt !== null || isOver(session);

/** Without a limit somebody may wait for days; a lost wake-up must not cost more than this. */
const LOOK_AGAIN_MS = 60_000;

/** Waits until the wish holds for every session. Woken by the supervisor, which is started if need be. */
export async function awaitSessions(
  host: Host,
  wanted: Readonly<{ ids: readonly string[]; until: Wish; timeoutMs?: number | undefined }>,
): Promise<Outcome<Awaited>> {
  const deadline = wanted.timeoutMs === undefined ? Number.POSITIVE_INFINITY : host.now() + wanted.timeoutMs;
  const first = await lookAt(host, wanted.ids);
  if (!first.ok || first.value.every(wanted.until)) return withTime(host, first, true);
  const wakes = await host.wakes();
  try {
    for (;;) {
      const seen = await lookAt(host, wanted.ids);
      if (!seen.ok || seen.value.every(wanted.until)) return withTime(host, seen, true);
      const leftMs = deadline - host.now();
      if (leftMs <= 0) return withTime(host, seen, false);
      await wakes.next(Math.min(leftMs, LOOK_AGAIN_MS));
    }
  } finally {
    wakes.close();
  }
}

async function lookAt(host: Host, ids: readonly string[]): Promise<Outcome<readonly Session[]>> {
  const app = await host.app();
  const sessions: Session[] = [];
  for (const sessionId of ids) {
    const outcome = await app.findSession({ sessionId });
    if (!outcome.ok) return outcome;
    sessions.push(outcome.value);
  }
  return answered(sessions);
}

const withTime = ({ now }: Host, seen: Outcome<readonly Session[]>, isInTime: boolean): Outcome<Awaited> =>
  seen.ok ? answered({ sessions: seen.value, isInTime, now: now() }) : seen;
