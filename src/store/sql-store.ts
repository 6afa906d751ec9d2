import { accountReads } from './accounts.ts';
import { attemptReads } from './attempts.ts';
import { commitWrites } from './commit.ts';
import type { Engine } from './engine.ts';
import { hostClockReads } from './host-clocks.ts';
import { intakeReads } from './intakes.ts';
import { journalReads } from './journal.ts';
import { loopReads } from './loops.ts';
import { mailReads } from './mail.ts';
import { messageReads } from './messages.ts';
import { nearIdReads } from './near-ids.ts';
import { noteReads } from './notes.ts';
import { notificationReads } from './notifications.ts';
import { participantReads } from './participants.ts';
import { pauseReads } from './pauses.ts';
import { planVersionReads } from './plan-versions.ts';
import { questionReads } from './questions.ts';
import { raceReads } from './races.ts';
import { reservationReads } from './reservations.ts';
import { runFactReads } from './run-facts.ts';
import { runReads } from './runs.ts';
import { scheduleReads } from './schedules.ts';
import { searchReads } from './search.ts';
import { sessionListReads } from './session-list.ts';
import { sessionReads } from './sessions.ts';
import type { Store } from './store.ts';
import { taskReads } from './tasks.ts';
import { turnReads } from './turns.ts';
import { usageReads } from './usage.ts';
import { workReads } from './work-items.ts';
import { workspaceReads } from './workspaces.ts';

/** The store, the same above every engine. */
export const sqlStore = (engine: Engine): Store => ({
  commit: async (writes) =>
    writes.length === 0 ? { saved: true } : engine.commit(() => commitWrites(writes)),
  ...sessionReads(engine),
  ...sessionListReads(engine),
  ...nearIdReads(engine),
  ...turnReads(engine),
  ...attemptReads(engine),
  ...accountReads(engine),
  ...usageReads(engine),
  ...questionReads(engine),
  ...noteReads(engine),
  ...planVersionReads(engine),
  ...notificationReads(engine),
  ...messageReads(engine),
  ...mailReads(engine),
  ...intakeReads(engine),
  ...runReads(engine),
  ...taskReads(engine),
  ...runFactReads(engine),
  ...workReads(engine),
  ...loopReads(engine),
  ...raceReads(engine),
  ...scheduleReads(engine),
  ...pauseReads(engine),
  ...participantReads(engine),
  ...reservationReads(engine),
  ...workspaceReads(engine),
  ...hostClockReads(engine),
  ...searchReads(engine),
  ...journalReads(engine),
  settle: () => engine.settle(),
  close: () => engine.close(),
});
