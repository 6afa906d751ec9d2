import type { NextRound } from '../deps.ts';
import type { SupervisionDeps } from '../supervise.ts';
import { decideRounds, type Fingerprint, type RoundRecord } from './decide-rounds.ts';
import { followJournal } from './journal-news.ts';
import { observeLive } from './live-fingerprints.ts';

type Round = (key: string) => Promise<NextRound>;

export type Sweep = Readonly<{
  /** The same round, which leaves a record of what had been seen before it when it comes to rest. */
  recorded: (round: Round) => Round;
  /** Looks at everything at a glance, and wakes who needs a round. */
  run: (wake: (key: string) => void) => Promise<void>;
  /** The sessions that were due since the last time that this was asked. */
  drainChanged: () => readonly string[];
}>;

/** The slow look at everything, for wake-ups that were lost. It costs by what changed, not by what lives. */
export function createSweep(deps: SupervisionDeps): Sweep {
  const readNews = followJournal(deps.store);
  const records = new Map<string, RoundRecord>();
  const changed = new Set<string>();
  let fingerprints: ReadonlyMap<string, Fingerprint> = new Map();

  const recorded =
    (round: Round): Round =>
    async (key) => {
      // Taken before the round: what changes from now on differs from it the next time.
      const fingerprint = fingerprints.get(key) ?? null;
      const next = await round(key);
      if (next !== 'again')
        records.set(key, { fingerprint, at: deps.clock.now(), restUntil: next.restUntil });
      return next;
    };

  const run = async (wake: (key: string) => void): Promise<void> => {
    const { keys, slotFreedAt } = await readNews();
    // At once: what fails from here on must not cost us the news.
    for (const key of keys) wake(key);
    fingerprints = await observeLive(deps, slotFreedAt);
    for (const key of records.keys()) if (!fingerprints.has(key)) records.delete(key);
    const due = decideRounds({ fingerprints, records, now: deps.clock.now() });
    for (const key of due) {
      if (isSession(key)) changed.add(key);
      wake(key);
    }
  };

  const drainChanged = (): readonly string[] => {
    const taken = [...changed];
    changed.clear();
    return taken;
  };
  return { recorded, run, drainChanged };
}

// Keys of all else have a kind before a colon.
const isSession = (key: string): boolean => !key.includes(':');
