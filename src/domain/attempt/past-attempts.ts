import type { JournalEntry } from '../journal/journal.ts';
import type { Attempt } from './attempt.ts';

/** One attempt of a session, and why it ended. */
export type PastAttempt = Pick<Attempt, 'number' | 'openedAt' | 'endedAt' | 'exitCode' | 'resumed'> &
  Readonly<{ why: string | null }>;

const ENDS: ReadonlySet<string> = new Set(['park', 'end', 'stop']);

type Entry = Pick<JournalEntry, 'event' | 'note'>;

/** The journal tells between two launches why the first came to its end; `entries` are of one session. */
export function pastAttempts(
  attempts: readonly Attempt[],
  entries: readonly Entry[],
): readonly PastAttempt[] {
  const whys: (string | null)[] = [];
  for (const { event, note } of entries) {
    if (event === 'launch') whys.push(null);
    else if (ENDS.has(event) && whys.length > 0) whys[whys.length - 1] = note;
  }
  return attempts.map(({ number, openedAt, endedAt, exitCode, resumed }) => {
    const why = whys[number - 1] ?? null;
    return { number, openedAt, endedAt, exitCode, resumed, why };
  });
}
