const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export type RetryPolicy = Readonly<{
  /** So many tries may fail in a row. `counted`: the row or the setting says how many are left. */
  tries: number | 'counted' | 'endless';
  /** How long to wait before the next try. A cap of null is the setting `failures.backoffCap`. */
  wait: Readonly<{ firstMs: number; capMs: number | null }> | 'none';
  /** What happens when no try is left, or none can help. */
  otherwise: 'give-up' | 'ask';
}>;

export type RetryCause =
  | 'crash'
  | 'attempt-timeout'
  | 'bad-exit'
  | 'refused-resume'
  | 'service-outage'
  | 'rate-limit'
  | 'host-lost'
  | 'disk-full'
  | 'host-lost-again'
  | 'suspended'
  | 'allowance-spent'
  | 'start-fault'
  | 'round-fault'
  | 'notification'
  | 'work-failed'
  | 'iteration-failed'
  | 'red-gate'
  | 'result-misfit'
  | 'role-silent'
  | 'red-criteria'
  | 'stale-task';

const ATTEMPT: RetryPolicy = {
  tries: 'counted',
  wait: { firstMs: SECOND, capMs: null },
  otherwise: 'give-up',
};
const ROUND_WAIT = { firstMs: 500, capMs: 30 * SECOND };

/**
 * Every retry of the product, by what went wrong. Adapters have bounded retries of their own for contention
 * that passes within a call, such as a locked database; nothing above them sees those.
 */
export const RETRY_POLICIES: Readonly<Record<RetryCause, RetryPolicy>> = {
  // A session: its next attempt.
  crash: ATTEMPT,
  'attempt-timeout': ATTEMPT,
  // Only where the session was told so: a code that the agent chose is its answer.
  'bad-exit': ATTEMPT,
  'refused-resume': ATTEMPT,
  // The other side is down or full, which is no failure of the session. Half a minute, one, two, …
  'service-outage': {
    tries: 'endless',
    wait: { firstMs: 30 * SECOND, capMs: 2 * HOUR },
    otherwise: 'give-up',
  },
  'rate-limit': { tries: 'endless', wait: { firstMs: MINUTE, capMs: 30 * MINUTE }, otherwise: 'give-up' },
  // No fault of the session; but where it happens with each attempt, the session may be what does it.
  'host-lost': { tries: 'endless', wait: 'none', otherwise: 'give-up' },
  'host-lost-again': ATTEMPT,
  // It is begun again only when there is room.
  'disk-full': { tries: 'endless', wait: { firstMs: SECOND, capMs: MINUTE }, otherwise: 'give-up' },
  suspended: { tries: 'endless', wait: 'none', otherwise: 'give-up' },
  // The next attempt begins when the budgets allow it.
  'allowance-spent': { tries: 'endless', wait: 'none', otherwise: 'give-up' },
  'result-misfit': { tries: 2, wait: 'none', otherwise: 'give-up' },
  // The supervisor: the same round again.
  'start-fault': { tries: 5, wait: ROUND_WAIT, otherwise: 'give-up' },
  'round-fault': { tries: 'endless', wait: ROUND_WAIT, otherwise: 'give-up' },
  // Longer than any sending may take: after a crash, the next try begins when the first is surely over.
  notification: { tries: 8, wait: { firstMs: 15 * SECOND, capMs: 10 * MINUTE }, otherwise: 'give-up' },
  // The queue and its loops.
  'work-failed': { tries: 'counted', wait: { firstMs: 2 * SECOND, capMs: null }, otherwise: 'give-up' },
  'iteration-failed': { tries: 'counted', wait: { firstMs: 2 * SECOND, capMs: null }, otherwise: 'ask' },
  'red-gate': { tries: 2, wait: 'none', otherwise: 'ask' },
  // A run: its role is reminded, told once more, and then lost.
  'role-silent': { tries: 3, wait: 'none', otherwise: 'give-up' },
  // A plan: criteria that are red go back to the agent; a task is confirmed when its inputs change.
  'red-criteria': { tries: 4, wait: 'none', otherwise: 'ask' },
  'stale-task': { tries: 4, wait: 'none', otherwise: 'ask' },
};

/** The service behind the agent CLI is full or down, for whatever else is begun too. */
export const isOfService = (cause: RetryCause): boolean =>
  cause === 'rate-limit' || cause === 'service-outage';

export type RetryFacts = Readonly<{
  now: number;
  /** How many tries in a row have failed, this one included. */
  failures: number;
  /** Of a cause whose tries are counted elsewhere. */
  retriesLeft?: number;
  /** No later try can end differently. */
  isHopeless?: boolean;
  /** When the other side said that it works again; null when it said nothing. Replaces the first wait. */
  resetAt?: number | null;
  /** The other side asks for at least this much patience. */
  notBefore?: number;
  /** The setting `failures.backoffCap`. */
  capMs?: number;
}>;

export type RetryDecision =
  | Readonly<{ is: 'retry-at'; at: number; costsRetry: boolean }>
  | Readonly<{ is: 'give-up' }>
  | Readonly<{ is: 'ask' }>;

/** Whether and when to try again. Every retry of the product is decided here; callers obey. */
export function decideRetry(cause: RetryCause, facts: RetryFacts): RetryDecision {
  const { tries, otherwise } = RETRY_POLICIES[cause];
  if (!hasTryLeft(cause, facts)) return { is: otherwise };
  return { is: 'retry-at', at: nextTryAt(cause, facts), costsRetry: tries === 'counted' };
}

/** The same where no time is needed: whether to try again at all. */
export function hasTryLeft(
  cause: RetryCause,
  { failures, retriesLeft = 0, isHopeless = false }: Omit<RetryFacts, 'now'>,
): boolean {
  const { tries } = RETRY_POLICIES[cause];
  if (isHopeless || tries === 'endless') return !isHopeless;
  return tries === 'counted' ? retriesLeft > 0 : failures < tries;
}

function nextTryAt(cause: RetryCause, facts: RetryFacts): number {
  const { now, failures, resetAt = null, notBefore = now } = facts;
  // Believed once; where it was not so, the waits grow, or a process would be started every second.
  const doubted = { ...facts, failures: failures - 1 };
  if (resetAt !== null) return Math.max(now + (failures > 1 ? retryWaitMs(cause, doubted) : 0), resetAt);
  return Math.max(now + retryWaitMs(cause, facts), notBefore);
}

/** How long the next try waits after so many failures. */
export function retryWaitMs(cause: RetryCause, facts: Pick<RetryFacts, 'failures' | 'capMs'>): number {
  const { wait } = RETRY_POLICIES[cause];
  if (wait === 'none') return 0;
  return backoffMs(
    { firstMs: wait.firstMs, capMs: wait.capMs ?? facts.capMs ?? wait.firstMs },
    facts.failures,
  );
}

/** Doubles with each failure in a row, from `firstMs` up to `capMs`. */
export function backoffMs(
  { firstMs, capMs }: Readonly<{ firstMs: number; capMs: number }>,
  failures: number,
): number {
  const doublings = Math.min(Math.max(0, failures - 1), 30);
  return Math.min(capMs, firstMs * 2 ** doublings);
}

/** How many tries in a row have failed after this one. Where nothing is waited for, nothing has failed. */
export function failuresAfter(
  cause: RetryCause,
  { failures, hasProgressed }: Readonly<{ failures: number; hasProgressed: boolean }>,
): number {
  if (RETRY_POLICIES[cause].wait === 'none') return hasProgressed ? 0 : failures;
  return hasProgressed ? 1 : failures + 1;
}
