import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Race } from '../../domain/race/race.ts';
import type { Store } from '../../store/store.ts';

const NEAR = 5;
const LAST = '@last';

/** One race, or a refusal that names the newest. `@last` is the newest. */
export async function findRace(store: Store, raceId: string): Promise<Outcome<Race>> {
  const race = raceId === LAST ? undefined : await store.findRace(raceId);
  if (race) return accept(race);
  const races = await store.listRaces({ isLive: false });
  const last = raceId === LAST ? races.at(-1) : undefined;
  if (last) return accept(last);
  const near = races.slice(-NEAR).map(({ id }) => id);
  return refuse({ code: 'race-not-found', raceId, near });
}
