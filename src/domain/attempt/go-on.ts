import type { Attempt } from './attempt.ts';

const SIGNAL_BASE = 128;

/** What the agent is known to have said last in an attempt. */
export const lastWordsOf = ({ lastResult, lastSaid }: Attempt): string | null =>
  lastResult || lastSaid || null;

type Resumed = Pick<Attempt, 'resumed' | 'heardAt' | 'conversationId'>;

/**
 * It was to resume a conversation that the CLI no longer has: it said so, which leaves the attempt without a
 * conversation, or it exited without a word.
 */
export const wasRefused = ({ resumed, heardAt, conversationId }: Resumed, exitCode: number | null): boolean =>
  resumed && (conversationId === null || leftAtOnce(heardAt, exitCode));

const leftAtOnce = (heardAt: number | null, exitCode: number | null): boolean =>
  heardAt === null && exitCode !== null && exitCode > 0 && exitCode < SIGNAL_BASE;

/**
 * Whether the conversation of the last attempt can be resumed, where there is no transcript to look for.
 * Until the model has answered there may be none, and starting a new one loses nothing.
 */
export const canGoOn = (attempt: Attempt): boolean =>
  !wasRefused(attempt, attempt.exitCode) && (attempt.resumed || attempt.messages + attempt.tools > 0);
