import type { RoundDeps } from './deps.ts';

/** A pause, or the interrupt file, holds the whole project. */
export const isProjectHeld = async ({
  store,
  interrupts,
}: Pick<RoundDeps, 'store' | 'interrupts'>): Promise<boolean> =>
  (await store.findPause()) !== undefined || (await interrupts.observe()) !== null;
