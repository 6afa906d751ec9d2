import { backoffMs } from '../retry/backoff.ts';

export type ErrorCategory = 'agent_error' | 'routing_error' | 'timeout' | 'system_error';

export type RunError = Readonly<{
  category: ErrorCategory;
  message: string;
  /** Null when it concerns the run as a whole. */
  role: string | null;
}>;

export type RecoveryContext = Readonly<{
  /** How often this went wrong in a row, this time included. */
  failures: number;
  /** How often it may be tried again. */
  retries: number;
  /** How often the role was nudged since it last said something. */
  nudges: number;
  /** The run can go on without the role. */
  isOptional: boolean;
  /** What failed may work a moment later: a busy file, not a full disk. */
  isPassing: boolean;
  backoff: Readonly<{ firstMs: number; capMs: number }>;
}>;

export type Recovery =
  | Readonly<{ do: 'retry'; afterMs: number }>
  | Readonly<{ do: 'nudge' }>
  /** Go on without the role. */
  | Readonly<{ do: 'degrade' }>
  /** The run cannot go on by itself; its failure strategy says what that means. */
  | Readonly<{ do: 'fail' }>
  /** The sender is told why; the message is kept for a look. */
  | Readonly<{ do: 'park-message' }>;

export const NUDGES_BEFORE_RETRY = 1;

/** What to do about an error. The supervisor obeys it, and decides nothing of the kind itself. */
export function decideRecovery({ category, role }: RunError, context: RecoveryContext): Recovery {
  switch (category) {
    case 'routing_error':
      return { do: 'park-message' };
    case 'timeout':
      if (role === null) return { do: 'fail' };
      if (context.nudges < NUDGES_BEFORE_RETRY) return { do: 'nudge' };
      return retryOr(context, giveUpRole(context));
    case 'agent_error':
      return retryOr(context, role === null ? { do: 'fail' } : giveUpRole(context));
    case 'system_error':
      return context.isPassing ? retryOr(context, { do: 'fail' }) : { do: 'fail' };
  }
}

const giveUpRole = ({ isOptional }: RecoveryContext): Recovery =>
  isOptional ? { do: 'degrade' } : { do: 'fail' };

const retryOr = ({ failures, retries, backoff }: RecoveryContext, otherwise: Recovery): Recovery =>
  failures <= retries ? { do: 'retry', afterMs: backoffMs(failures, backoff) } : otherwise;

/** Whether the run goes on after it. */
export const isRecovered = (recovery: Recovery): boolean => recovery.do !== 'fail';
