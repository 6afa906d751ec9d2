import { join } from 'node:path';
import { type Watch, watchFolder } from '../runtime/files/watch.ts';

/**
 * Watches the folders of attempts: the record, and the requests of the agent. One set per session, of its
 * newest attempt.
 */
export type FolderWatches = Readonly<{
  ensureWatched: (session: { id: string; attempt: number }, look: () => void) => void;
  ensureUnwatched: (id: string) => void;
  close: () => void;
}>;

export function createFolderWatches(sessionsDir: string): FolderWatches {
  const watched = new Map<string, { attempt: number; watches: readonly Watch[] }>();
  const ensureUnwatched = (id: string): void => {
    for (const watch of watched.get(id)?.watches ?? []) watch.close();
    watched.delete(id);
  };
  return {
    ensureWatched: ({ id, attempt }, look) => {
      if (watched.get(id)?.attempt === attempt) return;
      ensureUnwatched(id);
      const folder = join(sessionsDir, id, 'attempts', String(attempt));
      watched.set(id, {
        attempt,
        watches: [folder, join(folder, 'ask')].map((path) => watchFolder(path, look)),
      });
    },
    ensureUnwatched,
    close: () => {
      for (const id of [...watched.keys()]) ensureUnwatched(id);
    },
  };
}
