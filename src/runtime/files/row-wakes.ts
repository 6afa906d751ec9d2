import { basename, dirname } from 'node:path';
import { watchFolder } from './watch.ts';

/** Commits come in bursts: what changes within so short a time is one change. */
const TOGETHER_MS = 200;

export type RowWakes = Readonly<{
  next(timeoutMs: number): Promise<'changed' | 'timeout'>;
  close(): void;
}>;

/**
 * Tells when the database of a project may have changed, by a watch on its folder. A database elsewhere tells
 * nothing here: its readers look again after a time of their own.
 */
export function openRowWakes(dbFile: string): RowWakes {
  let hasChanged = false;
  let wake = (): void => undefined;
  const look = (): void => {
    hasChanged = true;
    wake();
  };
  // SQLite writes every commit into this file first.
  const watch = watchFolder(dirname(dbFile), look, `${basename(dbFile)}-wal`);
  return {
    async next(timeoutMs) {
      if (!hasChanged) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            setTimeout(resolve, TOGETHER_MS);
          };
        });
      }
      wake = () => undefined;
      const news = hasChanged ? 'changed' : 'timeout';
      hasChanged = false;
      return news;
    },
    close: () => watch.close(),
  };
}
