import { draftTouch, openDraft, unwrap } from '../../app/draft.ts';
import { type Iteration, type Loop, type LoopEvent, stepLoop } from '../../domain/loop/loop.ts';
import { mostWaiting } from '../../domain/loop/loop-move.ts';
import type { NextRound } from '../deps.ts';
import type { LoopDeps } from './loop-deps.ts';

/** It waits for an answer that concerns it alone: others work in its stead until then. */
export function setAside(deps: LoopDeps, loop: Loop, iteration: Iteration): Promise<NextRound> {
  const { sessionId, workId } = iteration;
  const count = loop.atWork.filter(({ isAside }) => isAside).length + 1;
  const note = [
    `WARNING: Set aside until it is answered: ${sessionId} (${workId})`,
    `Waiting for answers: ${count} of at most ${mostWaiting(loop)} (swarm questions)`,
  ].join(' | ');
  return move(deps, loop, { event: 'set-aside', iteration: { ...iteration, isAside: true }, note });
}

/** It has its answer, and goes on before anything new is begun. */
export function takeUp(deps: LoopDeps, loop: Loop, iteration: Iteration): Promise<NextRound> {
  const note = `Taken up again: ${iteration.sessionId} (${iteration.workId})`;
  return move(deps, loop, { event: 'take-up', iteration: { ...iteration, isAside: false }, note });
}

type Moved = Readonly<{
  event: Extract<LoopEvent, 'set-aside' | 'take-up'>;
  iteration: Iteration;
  note: string;
}>;

async function move(deps: LoopDeps, loop: Loop, { event, iteration, note }: Moved): Promise<NextRound> {
  const { store, clock, by } = deps;
  const session = await store.findSession(iteration.sessionId);
  // What waited when it was looked at may have gone on since; from here on its version tells.
  const isStale = event === 'set-aside' && session?.state !== 'waiting';
  if (!session || isStale) return 'again';
  const at = clock.now();
  const draft = openDraft(session, [], { at, by });
  draftTouch(draft);
  const atWork = loop.atWork.map((one) => (one.sessionId === session.id ? iteration : one));
  const step = unwrap(stepLoop(loop, event, { at, patch: { atWork } }));
  await store.commit([{ kind: 'step-loop', step, journal: { at, by, note } }, ...draft.writes]);
  await deps.poke(session.id);
  return 'again';
}
