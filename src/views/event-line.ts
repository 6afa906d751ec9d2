import type { EventAnswer } from '../contract/answer/event.ts';
import { eventWords } from '../contract/event-words.ts';
import type { JournalEntry } from '../domain/journal/journal.ts';
import { oneLine } from './one-line.ts';
import type { Style } from './style.ts';
import { renderInstant, renderSecond } from './time.ts';
import { visibleLine } from './visible-text.ts';

/** One line of the journal for people. Programs read the names of events, which do not change. */
export function renderEventLine(entry: JournalEntry, style: Style): string {
  const { at, sessionId, runId, workId, loopId, note, by } = entry;
  const words = oneLine(eventWords(entry));
  const parts = [
    style.dim(renderSecond(at)),
    style.cyan(oneLine(sessionId ?? runId ?? workId ?? loopId ?? '')),
    note === '' ? words : `${words}: ${visibleLine(note)}`,
    style.dim(`(by ${oneLine(by)})`),
  ];
  return `${parts.filter((part) => part !== '').join(' ')}\n`;
}

export const eventJson = (entry: JournalEntry): EventAnswer => ({
  seq: entry.seq,
  at: renderInstant(entry.at),
  session_id: entry.sessionId,
  run_id: entry.runId,
  work_id: entry.workId,
  loop_id: entry.loopId,
  by: entry.by,
  event: entry.event,
  from_state: entry.fromState,
  to_state: entry.toState,
  note: entry.note,
});
