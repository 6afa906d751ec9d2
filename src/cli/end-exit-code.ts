import type { Session } from '../domain/session/session.ts';

/** 0 when all completed, 2 when one failed or was killed, 1 while one is not over. */
export function endExitCode(sessions: readonly Session[]): number {
  if (sessions.some(({ state }) => state === 'failed' || state === 'killed')) return 2;
  return sessions.every(({ state }) => state === 'completed') ? 0 : 1;
}
