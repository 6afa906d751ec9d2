import { ListRaces } from '../../contract/race.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { type RaceView, raceListJson } from '../../views/race-view.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { viewRace } from './view-race.ts';

export async function listRaces(
  { store }: Pick<VerbDeps, 'store'>,
  { all }: ListRaces,
): Promise<Outcome<readonly RaceView[]>> {
  const races = await store.listRaces({ isLive: !all });
  return accept(await Promise.all(races.map((race) => viewRace(store, race))));
}

export const listRacesVerb = verb({
  name: 'race.list',
  summary: 'List the races of several sessions at one task',
  asks: 'person',
  reads: true,
  input: ListRaces,
  answer: async () => (await import('../../contract/answer/race.ts')).RaceListAnswer,
  run: listRaces,
  json: raceListJson,
});
