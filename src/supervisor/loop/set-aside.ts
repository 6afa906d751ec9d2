import { type Draft, draftTouch, draftTurn, openDraft, unwrap } from '../../app/draft.ts';
import { type Iteration, type Loop, type LoopEvent, sharesFolder, stepLoop } from '../../domain/loop/loop.ts';
import { returnText, type Shelf } from '../../domain/loop/shelf.ts';
import type { NextRound } from '../deps.ts';
import type { LoopDeps } from './loop-deps.ts';
import { ensureReturned, planReturn, shelveChanges } from './shelve-iteration.ts';

/** It waits for an answer that concerns it alone: others work in its stead until then. */
export async function setAside(deps: LoopDeps, loop: Loop, iteration: Iteration): Promise<NextRound> {
  const shelved = sharesFolder(loop) ? await shelveChanges(deps, loop, iteration) : null;
  if (shelved?.is === 'held') return noteStuck(deps, loop, { iteration, why: shelved.why });
  const { sessionId, workId } = iteration;
  const count = loop.atWork.filter(({ isAside }) => isAside).length + 1;
  const note = [
    `WARNING: Set aside until it is answered: ${sessionId} (${workId})`,
    ...(shelved?.shelf.ref ? [`Its uncommitted changes are kept as ${shelved.shelf.ref}`] : []),
    `Waiting for answers: ${count} of at most ${loop.maxWaiting} (swarm questions)`,
  ].join(' | ');
  const shelf = shelved ? { shelf: shelved.shelf } : {};
  return move(deps, loop, { event: 'set-aside', iteration: { ...iteration, ...shelf, isAside: true }, note });
}

type StuckIteration = Readonly<{ iteration: Iteration; why: string }>;

/** It cannot make way: the loop waits with it, and says so once. */
async function noteStuck(deps: LoopDeps, loop: Loop, { iteration, why }: StuckIteration): Promise<NextRound> {
  const { sessionId, workId } = iteration;
  const session = await deps.store.findSession(sessionId);
  if (session?.state !== 'waiting') return 'again';
  const note = [
    `WARNING: The loop waits for the answer to ${sessionId} (${workId}) and begins nothing meanwhile`,
    `Its changes cannot be put away: ${why}`,
    'Answer it: swarm questions',
  ].join(' | ');
  const held = { since: session.stateSince, why };
  return move(deps, loop, { event: 'hold', iteration: { ...iteration, held }, note });
}

/** It has its answer, and goes on before anything new is begun: its changes come back first. */
export async function takeUp(deps: LoopDeps, loop: Loop, iteration: Iteration): Promise<NextRound> {
  const { shelf, ...rest } = iteration;
  const note = `Taken up again: ${iteration.sessionId} (${iteration.workId})`;
  if (shelf === undefined)
    return move(deps, loop, { event: 'take-up', iteration: { ...rest, isAside: false }, note });
  if (shelf.back === undefined) {
    const planned = { ...rest, shelf: await planReturn(deps, loop, shelf) };
    const coming = `Its changes come back: ${iteration.sessionId} (${iteration.workId})`;
    return move(deps, loop, { event: 'return', iteration: planned, note: coming });
  }
  const left = await ensureReturned(deps, loop, shelf);
  const returned = { ...rest, base: shelf.back.stand, isAside: false };
  return move(deps, loop, { event: 'take-up', iteration: returned, note, ...wordsFor(deps, shelf, left) });
}

function wordsFor({ ids }: LoopDeps, shelf: Shelf, left: readonly string[]): Pick<Moved, 'tell'> {
  const body = returnText(shelf, left);
  if (body === null) return {};
  return { tell: (draft) => void draftTurn(draft, { id: ids.uuid(), kind: 'message', body }) };
}

type Moved = Readonly<{
  event: Extract<LoopEvent, 'set-aside' | 'hold' | 'return' | 'take-up'>;
  iteration: Iteration;
  note: string;
  /** What its agent is told. */
  tell?: (draft: Draft) => void;
}>;

async function move(deps: LoopDeps, loop: Loop, { event, iteration, note, tell }: Moved): Promise<NextRound> {
  const { store, clock, by } = deps;
  const session = await store.findSession(iteration.sessionId);
  // What waited when it was looked at may have gone on since; from here on its version tells.
  const isStale = event === 'set-aside' && session?.state !== 'waiting';
  if (!session || isStale) return 'again';
  const at = clock.now();
  const draft = openDraft(session, await store.listTurns(session.id), { at, by });
  draftTouch(draft);
  tell?.(draft);
  const atWork = loop.atWork.map((one) => (one.sessionId === session.id ? iteration : one));
  const step = unwrap(stepLoop(loop, event, { at, patch: { atWork } }));
  await store.commit([{ kind: 'step-loop', step, journal: { at, by, note } }, ...draft.writes]);
  await deps.poke(session.id);
  return 'again';
}
