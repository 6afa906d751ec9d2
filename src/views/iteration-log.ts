import type { JournalEntry } from '../domain/journal/journal.ts';
import { oneLine } from './one-line.ts';
import { renderSecond } from './time.ts';

/** One entry of the journal as a line of `iteration.log`; empty when it is not of a loop. */
export function renderIterationLines(entry: JournalEntry): string {
  if (entry.loopId === null) return '';
  const lines = entry.sessionId === null ? entry.note.split(' | ') : [sessionLine(entry, entry.sessionId)];
  return lines.map((line) => `[${renderSecond(entry.at)}] ${oneLine(line)}\n`).join('');
}

function sessionLine({ event, note }: JournalEntry, sessionId: string): string {
  if (event === 'heard') return `SUCCESS: Session running: ${sessionId} (${note})`;
  if (event === 'park') return `WARNING: ${sessionId} pauses, and goes on by itself: ${note}`;
  if (event === 'answered') return `SUCCESS: Interrupt resolved, resuming: ${sessionId}`;
  const word = event === 'interrupt' ? 'INTERRUPT' : 'WARNING';
  return `${word}: ${sessionId} waits for an answer (swarm questions): ${note}`;
}
