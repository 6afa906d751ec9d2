import { openDraft } from '../../app/draft.ts';
import { isAboveMemory, memoryText, type ResourceUse } from '../../domain/resource/use.ts';
import { isOver, type Session } from '../../domain/session/session.ts';
import type { RoundDeps } from '../deps.ts';
import { draftStopWork } from './park-session.ts';
import type { SessionScene } from './session-scene.ts';

/** Why the kernel ended its process, if it did so at the session's limit of memory. */
export async function outOfMemory(
  { attempts, store }: Pick<RoundDeps, 'attempts' | 'store'>,
  { session, ref }: Pick<SessionScene, 'session' | 'ref'>,
): Promise<string | null> {
  const use = await attempts.observeUse(ref);
  const limitMb = use.isOutOfMemory ? await limitOf(store, session) : null;
  return limitMb === null ? null : memoryText(use.peakKb, limitMb);
}

const limitOf = async (store: RoundDeps['store'], { id }: Session): Promise<number | null> =>
  (await store.findSpec(id))?.resources?.memoryMb ?? null;

/**
 * Ends a session whose processes use more together than its limit. At once, because what grows does not wait
 * for the grace of a polite signal. Another attempt would come to the same, so none is made.
 */
export async function endAboveMemory(
  deps: Pick<RoundDeps, 'store' | 'attempts' | 'clock' | 'by' | 'poke'>,
  session: Session,
  use: ResourceUse & Readonly<{ limitMb: number | null }>,
): Promise<void> {
  const { limitMb } = use;
  if (limitMb === null || use.nowKb === null || !isAboveMemory(use.nowKb, limitMb)) return;
  if (isOver(session) || ['stopping', 'parked', 'created'].includes(session.state)) return;
  const draft = openDraft(session, [], { at: deps.clock.now(), by: deps.by });
  const text = memoryText(use.peakKb, limitMb);
  draftStopWork(draft, { ending: 'failed', reason: 'memory', text });
  if (!(await deps.store.commit(draft.writes)).saved) return;
  const { id: sessionId, attempt, runId, role } = session;
  await deps.attempts.sendSignal({ sessionId, attempt, runId, role }, 'KILL');
  await deps.poke(sessionId);
}
