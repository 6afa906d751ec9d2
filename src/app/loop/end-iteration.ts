import { type Iteration, type Loop, type LoopPatch, stepLoop } from '../../domain/loop/loop.ts';
import { patchAfterIteration } from '../../domain/loop/loop-move.ts';
import { claimHolderOf } from '../../domain/queue/claim-holder.ts';
import { stepFailure } from '../../domain/queue/failure.ts';
import { stepWork, type WorkItem, type WorkStep } from '../../domain/queue/work-item.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Write } from '../../store/store.ts';
import { unwrap } from '../draft.ts';

export type EndedIteration = Readonly<{
  iteration: Iteration;
  session: Session | undefined;
  work: WorkItem | undefined;
}>;

type Settling = Readonly<{ at: number; by: string; capMs: number; isArchived?: boolean }>;

/** Whether the session that ended still speaks for its work. */
export const isHeldBy = (work: WorkItem | undefined, sessionId: string): work is WorkItem =>
  work?.state === 'claimed' && work.holder === claimHolderOf(sessionId);

/** What it had not committed when it was set aside is not in the folder any more. */
const keptWords = ({ shelf }: Iteration): string[] => {
  const name = shelf?.ref?.replace('refs/swarm/rescue/', '');
  return name === undefined ? [] : [`Its uncommitted changes are kept: swarm rescue show ${name}`];
};

/** The end of an iteration: what becomes of its work, and what the loop remembers, written together. */
export function draftIterationEnd(loop: Loop, ended: EndedIteration, settling: Settling): Write[] {
  const { iteration, session, work } = ended;
  const { at, by, capMs, isArchived = false } = settling;
  const isHeld = isHeldBy(work, iteration.sessionId);
  // An agent may have said itself that its work is done.
  const isPassed = iteration.gate === null || iteration.isGreen;
  const isGood = work?.state === 'done' || (isHeld && isPassed && session?.state === 'completed');
  const reason = `${session?.state ?? 'lost'}: ${session?.reasonText ?? session?.reason ?? 'without a word'}`;
  // What else it complained of is for the person who is asked about it.
  const [brief = ''] = reason.split('\n', 1);
  const told = isGood
    ? `SUCCESS: Session completed successfully: ${iteration.sessionId} (${iteration.workId})`
    : `ERROR: Session ended: ${iteration.sessionId} (${iteration.workId}): ${brief}`;
  const archived = isArchived ? [`Session archived: ${iteration.sessionId}`] : [];
  const journal = { at, by, note: [told, ...keptWords(iteration), ...archived].join(' | ') };
  const patch: LoopPatch = {
    ...patchAfterIteration(loop, iteration, { isGood, at, capMs }),
    ...(isGood ? {} : { reasonText: `${iteration.workId} ${reason}` }),
  };
  const step = unwrap(stepLoop(loop, 'settle', { at, patch }));
  const writes: Write[] = [{ kind: 'step-loop', step, journal }];
  if (!isHeld) return writes;
  const settled: WorkStep = isGood
    ? unwrap(stepWork(work, 'finish', { at }))
    : unwrap(stepFailure(work, { at, reason: brief, isFinal: false, capMs }));
  const note = isGood ? iteration.sessionId : brief;
  return [...writes, { kind: 'step-work', step: settled, journal: { at, by, note } }];
}
