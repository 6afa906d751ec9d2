import type { Outcome } from '../domain/outcome.ts';

/** The run that was named where a session was asked for; null when it was not that. */
export const namedRun = (outcome: Outcome<unknown>): string | null =>
  !outcome.ok && outcome.refusal.code === 'names-a-run' ? outcome.refusal.runId : null;
