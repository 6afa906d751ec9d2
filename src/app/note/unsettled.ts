import { unsettledText } from '../../domain/note/note.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';

/** Why a session cannot be done yet; null when all of its notes are settled. */
export async function findUnsettled(store: Store, { id: sessionId }: Session): Promise<string | null> {
  const notes = await store.listNotes({ sessionId, isSettled: false });
  return notes.length === 0 ? null : unsettledText(notes);
}
