import type { NoteAnswer, NoteListAnswer } from '../contract/answer/note.ts';
import { type Note, type NoteState, noteLabel } from '../domain/note/note.ts';
import { shortLine } from './one-line.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';
import { renderInstant, renderInstantOrNull, renderMinute, renderStamp } from './time.ts';
import { visibleText } from './visible-text.ts';

const DESCRIPTION_LETTERS = 80;
const NAME_LETTERS = 11;
const PAINTS: Readonly<Record<NoteState, keyof Style>> = {
  open: 'yellow',
  escalated: 'red',
  resolved: 'green',
};

export function renderNotes(notes: readonly Note[], style: Style): string {
  if (notes.length === 0) return 'No notes\n';
  const rows = notes.map((note) => [
    note.id,
    { text: note.state, paint: style[PAINTS[note.state]] },
    renderMinute(note.createdAt),
    shortLine(note.description, DESCRIPTION_LETTERS),
  ]);
  return renderTable([['NOTE', 'STATUS', 'SINCE', 'DESCRIPTION'], ...rows]);
}

export function renderNote(note: Note, style: Style): string {
  const lines: readonly (readonly [string, string | null])[] = [
    ['Note', note.id],
    ['Task', note.taskId],
    ['Status', style[PAINTS[note.state]](note.state)],
    ['Since', renderStamp(note.createdAt)],
    ['What', inColumn(note.description)],
    ['While', note.context === '' ? null : inColumn(note.context)],
    ['Escalated', note.escalationReason === null ? null : inColumn(note.escalationReason)],
    ['Resolution', note.resolution === null ? null : `${inColumn(note.resolution)} (by ${note.resolvedBy})`],
  ];
  return lines
    .flatMap(([name, text]) => (text === null ? [] : [`${name.padEnd(NAME_LETTERS)} ${text}\n`]))
    .join('');
}

/** Whole, each further line below the first: none passes for one of ours. */
const inColumn = (text: string): string =>
  visibleText(text.trim()).replaceAll('\n', `\n${' '.repeat(NAME_LETTERS + 1)}`);

export const noteJson = (note: Note): NoteAnswer => ({
  id: note.id,
  note_id: noteLabel(note),
  session_id: note.sessionId,
  run_id: note.runId,
  task_id: note.taskId,
  status: note.state,
  description: note.description,
  context: note.context,
  created_at: renderInstant(note.createdAt),
  escalation_reason: note.escalationReason,
  resolution: note.resolution,
  resolved_by: note.resolvedBy,
  resolved_at: renderInstantOrNull(note.resolvedAt),
});

export const noteListJson = (notes: readonly Note[]): NoteListAnswer => ({ notes: notes.map(noteJson) });
