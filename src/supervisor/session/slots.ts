import type { CommitResult } from '../../store/commit-result.ts';
import type { NextRound } from '../deps.ts';

/**
 * False when a commit was refused for want of a slot: the next one who leaves wakes those who wait, and so
 * does the end of a pause.
 */
export const isSlotFree = (result: CommitResult): boolean =>
  result.saved || (result.why !== 'no-slot' && result.why !== 'paused');

export const afterSlot = (result: CommitResult): NextRound =>
  isSlotFree(result) ? 'again' : { restUntil: null };
