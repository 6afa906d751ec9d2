import type { Attempt } from './attempt.ts';

const SIGNAL_BASE = 128;

/** It was to resume a conversation and exited without a word: the CLI no longer has it. */
export const wasRefused = (
  { resumed, heardAt }: Pick<Attempt, 'resumed' | 'heardAt'>,
  exitCode: number | null,
): boolean => resumed && heardAt === null && exitCode !== null && exitCode > 0 && exitCode < SIGNAL_BASE;

/**
 * Whether the conversation of the last attempt can be resumed, where there is no transcript to look for.
 * Until the model has answered there may be none, and starting a new one loses nothing.
 */
export const canGoOn = (attempt: Attempt): boolean =>
  !wasRefused(attempt, attempt.exitCode) && (attempt.resumed || attempt.messages + attempt.tools > 0);
