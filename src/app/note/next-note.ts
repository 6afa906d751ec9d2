import { labelOf, type Note, noteLabel, openNote } from '../../domain/note/note.ts';
import { taskOfRole } from '../../domain/run/plan/task-at-work.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';
import { listTaskNotes } from './task-notes.ts';

type NoteText = Readonly<{ description: string; context: string; at: number }>;

/** A new note of a session. In a plan it belongs to the task at hand, which counts from `note_001`. */
export async function nextNote(
  store: Store,
  session: Session,
  { description, context, at }: NoteText,
): Promise<Note> {
  const { id: sessionId, runId, role } = session;
  const notes = await store.listNotes({ sessionId });
  const number = notes.reduce((most, { number: n }) => Math.max(most, n), 0) + 1;
  const memory = runId === null ? undefined : await store.findRunMemory(runId);
  const task = memory === undefined ? null : taskOfRole(memory, role ?? '');
  const taskId = task?.id ?? null;
  const label = taskId === null ? null : nextLabel(await listTaskNotes(store, session, taskId));
  return openNote({ sessionId, runId, taskId, number, label, description, context, createdAt: at });
}

const nextLabel = (notes: readonly Note[]): string =>
  labelOf(notes.reduce((most, note) => Math.max(most, Number(noteLabel(note).slice('note_'.length))), 0) + 1);
