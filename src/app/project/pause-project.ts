import { PauseProject } from '../../contract/loop.ts';
import { PROJECT_KEY } from '../../domain/loop/names.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { Pause } from '../../domain/pause/pause.ts';
import { holdsSlot } from '../../domain/session/session.ts';
import { renderInstant } from '../../views/time.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';
import { whileStale } from '../while-stale.ts';

type PauseDeps = Pick<VerbDeps, 'store' | 'clock' | 'ids' | 'by' | 'poke'>;

/** The pause, and the sessions at work that it stops. */
export type PausedProject = Readonly<{ pause: Pause; sessionIds: readonly string[] }>;

/** Everything stands still: what is at work is stopped, nothing is started. Said twice, it is one pause. */
export function pauseProject(
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

export const pauseProjectVerb = verb({
  name: 'project.pause',
  summary: 'Pause the project: stop all work and start none',
  asks: 'person',
  reads: false,
  input: PauseProject,
  answer: async () => (await import('../../contract/answer/pause.ts')).PausedProjectAnswer,
  run: pauseProject,
  json: ({ pause, sessionIds }) => ({
    paused: true,
    by: pause.by,
    reason: pause.reason,
    since: renderInstant(pause.since),
    stopped: sessionIds,
  }),
});
