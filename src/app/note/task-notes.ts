import type { Note } from '../../domain/note/note.ts';
import type { Session } from '../../domain/session/session.ts';
import type { Store } from '../../store/store.ts';

type Rows = Pick<Store, 'listRunSessions' | 'listNotes'>;
type OfRole = Pick<Session, 'runId' | 'role'>;

/** What a role noted for one task, in all of its sessions. */
export async function listTaskNotes(
  store: Rows,
  { runId, role }: OfRole,
  taskId: string,
): Promise<readonly Note[]> {
  if (runId === null) return [];
  const notes = await store.listNotes({ runId, taskId });
  if (notes.length === 0 || role === null) return [];
  const own = new Set((await store.listRunSessions(runId, role)).map(({ id }) => id));
  return notes.filter(({ sessionId }) => own.has(sessionId));
}
