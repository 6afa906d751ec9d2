import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Race } from '../../domain/race/race.ts';
import type { Store } from '../../store/store.ts';

const NEAR = 5;

/** One race, or a refusal that names the newest. */
export async function findRace(store: Store, raceId: string): Promise<Outcome<Race>> {
  const race = await store.findRace(raceId);
  if (race) return accept(race);
  const near = (await store.listRaces({ isLive: false })).slice(-NEAR).map(({ id }) => id);
  return refuse({ code: 'race-not-found', raceId, near });
}
