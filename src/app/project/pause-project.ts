import type { PauseProject } from '../../contract/loop.ts';
import { PROJECT_KEY } from '../../domain/loop/names.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { endPause, type Pause } from '../../domain/pause/pause.ts';
import { holdsSlot } from '../../domain/session/session.ts';
import type { VerbDeps } from '../deps.ts';
import type { PausedProject } from '../interrupt-verbs.ts';
import { whileStale } from '../while-stale.ts';

type PauseDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke'>;

/** Everything stands still: what is at work is stopped, nothing is started. Said twice, it is one pause. */
export async function pauseProject(
  { store, clock, ids, by, poke }: PauseDeps,
  { reason }: PauseProject,
): Promise<Outcome<PausedProject>> {
  return whileStale<PausedProject>('the pause', async () => {
    const found = await store.findPause();
    const pause: Pause = found ?? { id: ids.uuid(), since: clock.now(), by, reason, endedAt: null };
    const journal = { at: pause.since, by, note: reason };
    const isSaved = found || (await store.commit([{ kind: 'add-pause', pause, journal }])).saved;
    if (!isSaved) return 'stale';
    const atWork = (await store.listLive()).filter(({ state }) => holdsSlot(state));
    await poke(PROJECT_KEY);
    return accept({ pause, sessionIds: atWork.map(({ id }) => id) });
  });
}

/** What was stopped goes on, in the same conversations. Null when nothing was paused. */
export async function unpauseProject({ store, clock, by, poke }: PauseDeps): Promise<Outcome<Pause | null>> {
  const found = await store.findPause();
  if (!found) return accept(null);
  const at = clock.now();
  const step = endPause(found, at);
  if (!step.ok) return step;
  await store.commit([{ kind: 'end-pause', step: step.value, journal: { at, by, note: found.reason } }]);
  await poke(PROJECT_KEY);
  return accept(step.value.to);
}
