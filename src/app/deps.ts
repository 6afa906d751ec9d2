import type { Config } from '../contract/config.ts';
import type { Attempts } from '../runtime/attempt/attempts.ts';
import type { Clock, Ids } from '../runtime/clock/clock.ts';
import type { Workspaces } from '../runtime/workspace/workspaces.ts';
import type { Store } from '../store/store.ts';

/**
 * What most verbs need. `by` is whoever asked, for the journal; `poke` wakes the supervisor and never fails.
 */
export type VerbDeps = Readonly<{
  store: Store;
  clock: Clock;
  ids: Ids;
  config: Config;
  attempts: Attempts;
  workspaces: Workspaces;
  by: string;
  hostId: string;
  poke: (sessionId: string) => Promise<void>;
}>;
