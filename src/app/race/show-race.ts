import { RaceRef } from '../../contract/race.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { type RaceView, raceJson } from '../../views/race-view.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { findRace } from './find-race.ts';
import { viewRace } from './view-race.ts';

export async function showRace(
  { store }: Pick<VerbDeps, 'store'>,
  { raceId }: RaceRef,
): Promise<Outcome<RaceView>> {
  const race = await findRace(store, raceId);
  return race.ok ? accept(await viewRace(store, race.value)) : race;
}

export const showRaceVerb = verb({
  name: 'race.show',
  summary: 'Show one race and how each rival stands',
  asks: 'person',
  reads: true,
  input: RaceRef,
  answer: async () => (await import('../../contract/answer/race.ts')).RaceAnswer,
  run: showRace,
  json: raceJson,
});
