import type { Race } from '../domain/race/race.ts';

/** 0 when all have a winner, 2 when one has none, 1 while one is not over. */
export function raceExitCode(races: readonly Race[]): number {
  if (races.some(({ state }) => state === 'failed' || state === 'stopped')) return 2;
  return races.every(({ state }) => state === 'decided') ? 0 : 1;
}
