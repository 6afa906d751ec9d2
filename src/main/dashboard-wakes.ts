import { basename, dirname } from 'node:path';
import type { Wakes } from '../app/session/wait-sessions.ts';
import { watchFolder } from '../runtime/files/watch.ts';
import { openQuietWakes } from './wakes.ts';
import type { OpenedApp } from './wire.ts';

/** Commits come in bursts: what changes within so short a time is one change. */
const TOGETHER_MS = 20;

/**
 * Tells of every commit of any process: SQLite writes each into one file first. Rows that hosts share lie
 * elsewhere, and there the supervisor tells.
 */
export const openRowNews = (opened: OpenedApp): Wakes =>
  opened.project.config.store === null ? watchRows(opened.project.paths.dbFile) : openQuietWakes(opened);

function watchRows(dbFile: string): Wakes {
  let hasNews = false;
  let resume = (): void => {};
  const watch = watchFolder(
    dirname(dbFile),
    () => {
      hasNews = true;
      resume();
    },
    `${basename(dbFile)}-wal`,
  );
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      resume = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return {
    async next(timeoutMs) {
      if (!hasNews) await pause(timeoutMs);
      if (!hasNews) return 'timeout';
      await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS));
      hasNews = false;
      return 'changed';
    },
    close() {
      watch.close();
      resume();
    },
  };
}
