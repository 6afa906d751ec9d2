import type { JournalNote } from '../domain/journal/journal.ts';
import type { Race, RaceStep } from '../domain/race/race.ts';

/** What is written about races. */
export type RaceWrite =
  | { kind: 'add-race'; race: Race; journal: JournalNote }
  /** Guarded by version and state. */
  | { kind: 'step-race'; step: RaceStep; journal: JournalNote };

/** What another row may have taken already. */
export type RaceDuplicate = 'race' | 'race-key';

/** What is read about them. */
export interface RaceReads {
  findRace(id: string): Promise<Race | undefined>;
  findRaceByKey(key: string): Promise<Race | undefined>;
  /** Oldest first. */
  listRaces(filter: { isLive: boolean }): Promise<readonly Race[]>;
}
