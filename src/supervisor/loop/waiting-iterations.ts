import type { Iteration, Loop } from '../../domain/loop/loop.ts';
import type { LoopFacts } from '../../domain/loop/loop-move.ts';
import { concernsAll } from '../../domain/question/kinds.ts';
import { isUnsettled, type Question } from '../../domain/question/question.ts';
import { isOfService } from '../../domain/retry/retry.ts';
import type { Session } from '../../domain/session/session.ts';
import type { LoopDeps } from './loop-deps.ts';

export type WaitingFacts = Pick<LoopFacts, 'asking' | 'answered' | 'unanswered' | 'isHeldUp'>;

/** `all`: it waits for what everything else would meet too. `held`: it cannot make way for others. */
type Wait = 'none' | 'own' | 'held' | 'all';

/** Which sessions of a loop wait, and for what. */
export async function lookAtWaiting(deps: LoopDeps, { atWork }: Loop): Promise<WaitingFacts> {
  const seen: { iteration: Iteration; wait: Wait }[] = [];
  for (const iteration of atWork) seen.push({ iteration, wait: await waitOf(deps, iteration) });
  const first = (isAside: boolean, wait: Wait): Iteration | null =>
    seen.find((one) => (one.iteration.isAside ?? false) === isAside && one.wait === wait)?.iteration ?? null;
  return {
    asking: first(false, 'own'),
    answered: first(true, 'none'),
    unanswered: seen.filter(({ iteration, wait }) => iteration.isAside && wait !== 'none').length,
    isHeldUp: seen.some(({ wait }) => wait === 'all'),
  };
}

async function waitOf({ store }: LoopDeps, { sessionId, held }: Iteration): Promise<Wait> {
  const session = await store.findSession(sessionId);
  if (session?.state === 'parked') return isOfService(session.parked?.cause ?? 'suspended') ? 'all' : 'none';
  if (session?.state !== 'waiting') return 'none';
  const wait = waitFor((await store.listQuestions({ sessionId })).filter(isUnsettled), session);
  return wait === 'own' && held?.since === session.stateSince ? 'held' : wait;
}

function waitFor(questions: readonly Question[], { takenOver }: Session): Wait {
  const isOpen = questions.some(({ state }) => state === 'open');
  if (isOpen && questions.some(concernsAll)) return 'all';
  // One answer of several is delivered; what is still asked then is asked on.
  const isAnswered = questions.some(({ state }) => state === 'answered');
  return isOpen && !isAnswered && !takenOver ? 'own' : 'none';
}
