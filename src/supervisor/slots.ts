import type { CommitResult } from '../store/store.ts';

/** False when a commit was refused for want of a place: the next one who leaves wakes those who wait. */
export const isSlotFree = (result: CommitResult): boolean => result.saved || result.why !== 'no-slot';
