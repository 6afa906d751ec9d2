import { type Closing, decideClose, nextPushMs } from '../../domain/session/close-move.ts';
import type { AttemptRef } from '../../runtime/attempt/attempts.ts';
import type { Look, RoundDeps } from '../deps.ts';

/** Pushes a process that should not be there, as hard as it is late. */
export async function endProcess(
  deps: RoundDeps,
  ref: AttemptRef,
  leaving: Omit<Closing, 'graceMs'>,
): Promise<Look> {
  const closing = { ...leaving, graceMs: deps.config.timeouts.graceMs };
  const move = decideClose(closing);
  if (move === 'end-input') await deps.attempts.ensureInputEnded(ref);
  else await deps.attempts.sendSignal(ref, move === 'send-term' ? 'TERM' : 'KILL');
  const pushMs = nextPushMs(closing);
  return { restUntil: pushMs === null ? null : deps.clock.now() + pushMs };
}
