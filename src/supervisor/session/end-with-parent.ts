import { draftDroppedTurns } from '../../app/session/drop-turns.ts';
import { isEnding, isOver, type Session } from '../../domain/session/session.ts';
import type { NextRound, RoundDeps } from '../deps.ts';
import { draftStopWork } from './park-session.ts';
import { draftFor, type SessionScene } from './session-scene.ts';

/** Ends a session whose parent is at its end; null where it goes on. */
export async function endWithParent(deps: RoundDeps, scene: SessionScene): Promise<NextRound | null> {
  const { parentId, outlivesParent, state } = scene.session;
  if (parentId === null || outlivesParent || state === 'stopping') return null;
  const parent = await deps.store.findSession(parentId);
  if (!parent || !isEnding(parent)) return null;
  const draft = draftFor(scene, deps);
  const text = `${parentId}, which started it, is over; --outlives-parent lets one go on`;
  draftStopWork(draft, { ending: 'killed', reason: 'parent', text });
  // One that has never begun is over at once.
  if (isOver(draft.session)) draftDroppedTurns(draft);
  await deps.store.commit(draft.writes);
  return 'again';
}

/** The end of a session wakes those that it began, and the one that may wait for it. */
export async function wakeFamily(
  { store }: Pick<RoundDeps, 'store'>,
  ended: Session,
  wake: (id: string) => void,
): Promise<void> {
  for (const child of await store.listChildren(ended.id)) if (!isOver(child)) wake(child.id);
  if (!isOver(ended)) return;
  for (const id of ended.ancestors) wake(id);
}
