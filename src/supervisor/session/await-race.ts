import { mayStart } from '../../domain/race/race.ts';
import type { Session } from '../../domain/session/session.ts';
import type { NextRound, RoundDeps } from '../deps.ts';

/** What the round does while a rival of a staged race is held; null once it may start. The race wakes it. */
export async function awaitRace(
  { store }: RoundDeps,
  { id, raceId, attempt }: Session,
): Promise<NextRound | null> {
  if (raceId === null || attempt > 0) return null;
  const race = await store.findRace(raceId);
  return race === undefined || mayStart(race, id) ? null : { restUntil: null };
}
