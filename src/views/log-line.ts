import type { JournalEntry } from '../domain/journal/journal.ts';
import { oneLine } from './one-line.ts';
import { renderInstant } from './time.ts';

/** One line of the project's own log: when, how serious, whose, what, and who asked. */
export function renderLogLine(entry: JournalEntry): string {
  const { at, sessionId, workId, loopId, event, fromState, toState, note, by } = entry;
  const step = fromState !== null && toState !== null ? ` ${fromState} → ${toState}` : '';
  const words = note === '' ? '' : ` (${oneLine(note)})`;
  const what = `${sessionId ?? workId ?? loopId ?? '-'}: ${event}${step}${words} by ${oneLine(by)}`;
  return `[${renderInstant(at)}] [${levelOf(entry)}] ${what}\n`;
}

const WARNINGS =
  /^(stop|park|asked|interrupt|turn-(fail|interrupt|return|drop)|hook-blocked|disk-warning|question-asked)$/;

function levelOf({ event, toState }: JournalEntry): 'INFO' | 'WARN' | 'ERROR' {
  if (event === 'fault' || toState === 'failed') return 'ERROR';
  return WARNINGS.test(event) ? 'WARN' : 'INFO';
}
