import { noteOf } from '../../app/draft.ts';
import { type ConfigChange, describeChanges } from '../../domain/git/command-keys.ts';
import type { RoundDeps } from '../deps.ts';

export type ConfigWatchDeps = Pick<RoundDeps, 'store' | 'clock' | 'by'> &
  Readonly<{
    /** How what git's configuration runs differs from what the person has accepted. */
    observeKeyChanges: () => Promise<readonly ConfigChange[]>;
  }>;

/** An agent could change it over and over. */
const MOST_TOLD = 10;

/** Notes in the journal when what the shared git configuration would run has changed; once a change. */
export function createConfigWatch({ store, clock, by, observeKeyChanges }: ConfigWatchDeps) {
  let last = '[]';
  let told = 0;
  return async (): Promise<void> => {
    const changes = await observeKeyChanges();
    const seen = JSON.stringify(changes);
    if (seen === last || told >= MOST_TOLD) return;
    last = seen;
    if (changes.length === 0) return;
    told += 1;
    const journal = noteOf({ at: clock.now(), by }, describeChanges(changes));
    await store.commit([{ kind: 'add-note', sessionId: null, event: 'git-config-changed', journal }]);
  };
}
