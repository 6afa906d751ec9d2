import type { JournalEntry } from '../domain/journal/journal.ts';
import { oneLine } from './one-line.ts';
import { renderSecond } from './time.ts';

/** What one entry of the journal comes to in `iteration.log`; nothing when it is not about a loop. */
export function renderIterationLines({ at, event, note }: JournalEntry): string {
  if (!event.startsWith('loop-')) return '';
  const [, words = note] = /^loop-[^:]*: (.*)$/s.exec(note) ?? [];
  const lines = words.split(' | ').map((line) => `[${renderSecond(at)}] ${oneLine(line)}\n`);
  return lines.join('');
}

/** Whether an entry is about this loop. */
export const isAboutLoop = ({ event, note }: JournalEntry, loopId: string): boolean =>
  event.startsWith('loop-') && note.startsWith(`${loopId}: `);
