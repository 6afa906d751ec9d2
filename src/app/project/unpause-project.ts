import * as z from 'zod/mini';
import { PROJECT_KEY } from '../../domain/loop/names.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { endPause, type Pause } from '../../domain/pause/pause.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';

/** What was stopped goes on, in the same conversations. Null when nothing was paused. */
export async function unpauseProject({
  store,
  clock,
  by,
  poke,
}: Pick<VerbDeps, 'store' | 'clock' | 'by' | 'poke'>): Promise<Outcome<Pause | null>> {
  const found = await store.findPause();
  if (!found) return accept(null);
  const at = clock.now();
  const step = endPause(found, at);
  if (!step.ok) return step;
  await store.commit([{ kind: 'end-pause', step: step.value, journal: { at, by, note: found.reason } }]);
  await poke(PROJECT_KEY);
  return accept(step.value.to);
}

export const unpauseProjectVerb = verb({
  name: 'project.unpause',
  summary: 'Unpause the project; sessions resume their conversations',
  asks: 'person',
  reads: false,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/pause.ts')).UnpausedProjectAnswer,
  run: unpauseProject,
  json: (pause) => ({ was_paused: pause !== null }),
});
