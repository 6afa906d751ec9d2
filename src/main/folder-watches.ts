import { join } from 'node:path';
import { PROJECT_KEY } from '../domain/loop/names.ts';
import { PLAN_FOLDER, roleFiles } from '../domain/plan/plan-folder.ts';
import { runKey } from '../domain/run/names.ts';
import { AgentFiles } from '../runtime/agent-files/agent-files.ts';
import { Oddities } from '../runtime/agent-files/oddities.ts';
import { INTERRUPT_FILE } from '../runtime/files/real-interrupts.ts';
import { type Watch, watchFolder } from '../runtime/files/watch.ts';

/**
 * Watches the folders of attempts: the record, and what the agent asks and sends. One set per session, of its
 * newest attempt; and one per run, of its outboxes.
 */
export type FolderWatches = Readonly<{
  ensureWatched: (session: WatchedSession, look: () => void) => void;
  ensureRunWatched: (runId: string, look: () => void) => void;
  /** The project's own folder, where a file may hold all loops up. */
  ensureProjectWatched: (look: () => void) => void;
  ensureUnwatched: (key: string) => void;
  close: () => void;
}>;

type WatchedSession = Readonly<{ id: string; attempt: number; runId: string | null; role: string | null }>;
type Folders = Readonly<{ swarmDir: string; sessionsDir: string; runsDir: string; worktreesDir: string }>;

export function createFolderWatches(folders: Folders): FolderWatches {
  const { swarmDir, sessionsDir, runsDir, worktreesDir } = folders;
  const ofRuns = new AgentFiles(runsDir, new Oddities());
  const ofWorktrees = new AgentFiles(worktreesDir, new Oddities());
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
    ensureWatched: (session, look) => {
      const { id, attempt } = session;
      const folder = join(sessionsDir, id, 'attempts', String(attempt));
      const own = [folder, join(folder, 'ask'), join(folder, 'outbox')];
      watch(id, attempt, { folders: () => [...own, ...notesFolder(ofWorktrees, session)], look });
    },
    ensureRunWatched: (runId, look) => {
      const folder = join(runsDir, runId, 'messages', 'outbox');
      watch(runKey(runId), 0, { folders: () => [folder, ...foldersIn(ofRuns, folder)], look });
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

/** Where an agent of a plan writes its notes; none outside of plans. */
function notesFolder(files: AgentFiles, { runId, role }: WatchedSession): readonly string[] {
  if (runId === null || role === null) return [];
  const path = join(files.base, runId, role, PLAN_FOLDER, roleFiles(role).drive);
  return files.observe(path)?.isDirectory() ? [path] : [];
}

const foldersIn = (files: AgentFiles, path: string): readonly string[] =>
  files
    .list(path)
    .map((name) => join(path, name))
    .filter((one) => files.observe(one)?.isDirectory());
