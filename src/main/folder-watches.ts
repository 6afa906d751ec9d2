import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_KEY } from '../domain/loop/names.ts';
import { runKey } from '../domain/run/names.ts';
import { INTERRUPT_FILE } from '../runtime/files/real-interrupts.ts';
import { type Watch, watchFolder } from '../runtime/files/watch.ts';

/**
 * Watches the folders of attempts: the record, and what the agent asks and sends. One set per session, of its
 * newest attempt; and one per run, of its outboxes.
 */
export type FolderWatches = Readonly<{
  ensureWatched: (session: { id: string; attempt: number }, look: () => void) => void;
  ensureRunWatched: (runId: string, look: () => void) => void;
  /** The project's own folder, where a file may hold all loops up. */
  ensureProjectWatched: (look: () => void) => void;
  ensureUnwatched: (key: string) => void;
  close: () => void;
}>;

type Folders = Readonly<{ swarmDir: string; sessionsDir: string; runsDir: string }>;

export function createFolderWatches({ swarmDir, sessionsDir, runsDir }: Folders): FolderWatches {
  const watched = new Map<string, { of: number; watches: readonly Watch[] }>();
  const ensureUnwatched = (key: string): void => {
    for (const watch of watched.get(key)?.watches ?? []) watch.close();
    watched.delete(key);
  };
  const watch = (key: string, of: number, { folders, look, only }: Watching): void => {
    if (watched.get(key)?.of === of) return;
    ensureUnwatched(key);
    watched.set(key, { of, watches: folders().map((path) => watchFolder(path, look, only)) });
  };
  return {
    ensureWatched: ({ id, attempt }, look) => {
      const folder = join(sessionsDir, id, 'attempts', String(attempt));
      watch(id, attempt, { folders: () => [folder, join(folder, 'ask'), join(folder, 'outbox')], look });
    },
    ensureRunWatched: (runId, look) => {
      const folder = join(runsDir, runId, 'messages', 'outbox');
      watch(runKey(runId), 0, { folders: () => [folder, ...foldersIn(folder)], look });
    },
    ensureProjectWatched: (look) =>
      watch(PROJECT_KEY, 0, { folders: () => [swarmDir], look, only: INTERRUPT_FILE }),
    ensureUnwatched,
    close: () => {
      for (const key of [...watched.keys()]) ensureUnwatched(key);
    },
  };
}

type Watching = Readonly<{ folders: () => readonly string[]; look: () => void; only?: string }>;

function foldersIn(path: string): readonly string[] {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
}
