import type { RetryCause } from './retry.ts';

/** What a session may be told to try again after. */
export type RetryOn = 'crash' | 'timeout' | 'exit' | 'contract';

/** How often one session is tried again, and after what; set at its creation. */
export type RetryRule = Readonly<{ tries: number; on: readonly RetryOn[] }>;

/** Of a session that was told nothing: a code that the agent chose is its answer. */
export const RETRIED_BY_DEFAULT: readonly RetryOn[] = ['crash', 'timeout'];

const ON: Partial<Record<RetryCause, RetryOn>> = {
  crash: 'crash',
  'host-lost-again': 'crash',
  'attempt-timeout': 'timeout',
  'bad-exit': 'exit',
};

/** Whether the rule lets this be tried again; what it does not speak of always is. */
export function mayRetry(rule: RetryRule | null, cause: RetryCause): boolean {
  const on = ON[cause];
  return on === undefined || (rule?.on ?? RETRIED_BY_DEFAULT).includes(on);
}

/** How often a result that does not fit goes back to the agent. */
export const correctionsOf = (rule: RetryRule | null): number =>
  1 + (rule?.on.includes('contract') ? rule.tries : 0);
