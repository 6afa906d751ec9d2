import { type CloseMove, type Closing, decideClose, nextPushMs } from '../../domain/session/close-move.ts';
import type { AttemptRef } from '../../runtime/attempt/attempts.ts';
import type { NextRound, RoundDeps } from '../deps.ts';

/** After a KILL nothing of the process tells of its end. */
const LOOK_AGAIN_MS = 1_000;

export type Leaving = Omit<Closing, 'graceMs' | 'canCancel'> & Readonly<{ cancel?: () => Promise<unknown> }>;

const closingOf = ({ config }: RoundDeps, leaving: Leaving): Closing => ({
  ...leaving,
  canCancel: leaving.cancel !== undefined,
  graceMs: config.timeouts.graceMs,
});

export const decidePush = (deps: RoundDeps, leaving: Leaving): CloseMove =>
  decideClose(closingOf(deps, leaving));

/** Pushes a process that should not be there, as hard as it is late. */
export async function endProcess(deps: RoundDeps, ref: AttemptRef, leaving: Leaving): Promise<NextRound> {
  const closing = closingOf(deps, leaving);
  const move = decideClose(closing);
  if (move === 'cancel') await leaving.cancel?.();
  else if (move === 'end-input') await deps.attempts.ensureInputEnded(ref);
  else await deps.attempts.sendSignal(ref, move === 'send-term' ? 'TERM' : 'KILL');
  return { restUntil: deps.clock.now() + (nextPushMs(closing) ?? LOOK_AGAIN_MS) };
}
