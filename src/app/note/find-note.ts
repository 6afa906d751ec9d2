import { type Note, noteLabel } from '../../domain/note/note.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import type { Store } from '../../store/store.ts';

/** By its whole id or, of a session that is known, by `note_001`: the newest that its agent calls so. */
export async function findNote(
  store: Store,
  noteId: string,
  sessionId: string | null = null,
): Promise<Outcome<Note>> {
  const mine = sessionId === null ? [] : await store.listNotes({ sessionId });
  const own = mine.findLast((one) => noteLabel(one) === noteId);
  const note = own ?? (await store.findNote(noteId));
  const isForeign = sessionId !== null && note?.sessionId !== sessionId;
  return note === undefined || isForeign ? refuse({ code: 'note-not-found', noteId }) : accept(note);
}
