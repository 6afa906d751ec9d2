import type { Turn } from '../turn/turn.ts';

/** How often in a row the session went on by itself after the CLI's limit of model turns. */
export function stretchesOf(turns: readonly Turn[]): number {
  const told = turns.filter(({ kind, state }) => kind !== 'nudge' && state !== 'dropped');
  return told.length - 1 - told.findLastIndex(({ kind }) => kind !== 'stretch');
}
