import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { Fault } from '../../domain/fault.ts';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';

export type FileLock = Readonly<{ release(): void }>;

const SQLITE_BUSY = 5;

/**
 * Locks an empty SQLite file exclusively, until `release` or the end of this process, however it ends: the
 * kernel frees it. Null when another process has it. Blocks this thread for up to `contentionMs`: two that
 * try in the same instant can each keep the other out, and only one that waits for a moment gets it.
 *
 * This process must not open and close that file by other means: POSIX would drop the lock silently.
 */
export function acquireLock(lockFile: string, contentionMs: number): FileLock | null {
  let database: InstanceType<typeof DatabaseSync> | undefined;
  try {
    if (isOdd(lockFile)) new AgentFiles(dirname(lockFile), new Oddities()).ensureFile(lockFile);
    const opened = new DatabaseSync(lockFile, { timeout: contentionMs });
    database = opened;
    // With its journal in memory, a process that is killed leaves no second file behind.
    opened.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return { release: () => opened.close() };
  } catch (cause) {
    database?.close();
    if (resultCodeOf(cause) === SQLITE_BUSY) return null;
    throw new Fault('lock-failed', `cannot lock ${lockFile}: ${(cause as Error).message}`, {
      hint: `when nothing of Swarm is running, remove ${lockFile}`,
      cause,
    });
  }
}

/** Whether a process has the lock. Blocks no other process for longer than this look takes. */
export function isLocked(lockFile: string): boolean {
  if (lstatSync(lockFile, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const database = new DatabaseSync(lockFile, { readOnly: true });
  try {
    database.prepare('SELECT count(*) FROM sqlite_master').get();
    return false;
  } catch (cause) {
    if (resultCodeOf(cause) === SQLITE_BUSY) return true;
    throw cause;
  } finally {
    database.close();
  }
}

/** Nothing can be locked there, and to open a pipe would wait for ever. It is set aside by who locks next. */
function isOdd(lockFile: string): boolean {
  const seen = lstatSync(lockFile, { throwIfNoEntry: false });
  return seen !== undefined && !seen.isFile();
}

// Extended result codes carry the plain one in their lowest byte.
const resultCodeOf = (error: unknown): number => Number((error as { errcode?: number }).errcode) & 0xff;
