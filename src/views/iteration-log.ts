import type { JournalEntry } from '../domain/journal/journal.ts';
import { oneLine } from './one-line.ts';
import { renderSecond } from './time.ts';

/** What one entry of the journal comes to in `iteration.log`; nothing when it is not a loop's. */
export function renderIterationLines({ at, loopId, note }: JournalEntry): string {
  if (loopId === null) return '';
  const lines = note.split(' | ').map((line) => `[${renderSecond(at)}] ${oneLine(line)}\n`);
  return lines.join('');
}
