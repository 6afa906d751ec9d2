import { StopRace } from '../../contract/race.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { raceKey } from '../../domain/race/names.ts';
import { isRaceOver, type Race, stepRace } from '../../domain/race/race.ts';
import { type RaceView, raceJson } from '../../views/race-view.ts';
import type { VerbDeps } from '../deps.ts';
import { draftWithdrawn, type QuestionDraft } from '../question/draft-question.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';
import { findRace } from './find-race.ts';
import { viewRace } from './view-race.ts';

type StopDeps = Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>;

/** Ends a race without a winner: what is at work is killed, and all keep their work. Twice is once. */
export async function stopRace(deps: StopDeps, { raceId, reason }: StopRace): Promise<Outcome<RaceView>> {
  const stopped = await whileStale(raceId, async () => {
    const race = await findRace(deps.store, raceId);
    if (!race.ok || isRaceOver(race.value) || race.value.state === 'closing') return race;
    return stop(deps, race.value, reason);
  });
  return stopped.ok ? accept(await viewRace(deps.store, stopped.value)) : stopped;
}

async function stop(deps: StopDeps, race: Race, reason: string): Promise<Outcome<Race> | 'stale'> {
  const { store, clock, by, poke } = deps;
  const at = clock.now();
  const step = stepRace(race, 'stop', { at, patch: { reasonText: reason } });
  if (!step.ok) return step;
  const draft: QuestionDraft = { writes: [], at, by };
  const asked = race.questionId === null ? undefined : await store.findQuestion(race.questionId);
  if (asked) draftWithdrawn(draft, [asked], 'its race was stopped');
  const journal = { at, by, note: `${race.id}: ${reason}` };
  const result = await store.commit([{ kind: 'step-race', step: step.value, journal }, ...draft.writes]);
  if (!result.saved) return 'stale';
  await poke(raceKey(race.id));
  return accept(step.value.to);
}

export const stopRaceVerb = verb({
  name: 'race.stop',
  summary: 'End a race without a winner and kill its sessions',
  asks: 'person',
  reads: false,
  input: StopRace,
  answer: async () => (await import('../../contract/answer/race.ts')).RaceAnswer,
  run: stopRace,
  json: raceJson,
});
