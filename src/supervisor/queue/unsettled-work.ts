import { LOOP_METADATA } from '../../domain/loop/names.ts';
import { claimHolderOf } from '../../domain/queue/claim-holder.ts';
import type { WorkItem } from '../../domain/queue/work-item.ts';
import { isOver } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';

/**
 * Whether a session still speaks for work whose lease has run out, as after a night without a supervisor: it
 * goes on, or it has ended and its loop has not yet settled what came of it. Until then no other holder may
 * claim it.
 */
export async function isUnsettled(store: Store, { sessionId, holder }: WorkItem): Promise<boolean> {
  if (sessionId === null || holder !== claimHolderOf(sessionId)) return false;
  const session = await store.findSession(sessionId);
  if (!session || !isOver(session)) return session !== undefined;
  const loopId = session.metadata[LOOP_METADATA];
  const loop = loopId === undefined ? undefined : await store.findLoop(loopId);
  return loop?.atWork.some((iteration) => iteration.sessionId === sessionId) ?? false;
}
