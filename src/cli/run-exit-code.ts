import type { Run } from '../domain/run/run.ts';

/** 0 when it completed, 2 when it failed or was cancelled, 1 while it is not over. */
export function runExitCode({ state }: Run): number {
  if (state === 'completed') return 0;
  return state === 'failed' || state === 'cancelled' ? 2 : 1;
}
