import type { Loop } from '../../domain/loop/loop.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Store } from '../../store/store.ts';

/** One loop, or a refusal that names those that are not over. */
export async function findLoop(store: Store, loopId: string): Promise<Outcome<Loop>> {
  const loop = await store.findLoop(loopId);
  if (loop) return accept(loop);
  const known = (await store.listLoops({ isLive: true })).map(({ id }) => id);
  return refuse({ code: 'loop-not-found', loopId, known });
}
