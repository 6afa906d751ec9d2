import { type FSWatcher, watch } from 'node:fs';

export type Watch = Readonly<{ close(): void }>;

// Fallback: without a watch (the folder is missing, or no watches are left) the folder is polled.
const LOOK_AGAIN_MS = 500;

/**
 * Calls back once after the watch is set up, and whenever something in the folder may have changed. Drafts,
 * whose names begin with a dot, are ignored; with `only`, every other name is. At-least-once: it may call too
 * often, and never throws. It does not keep the process alive.
 */
export function watchFolder(path: string, look: () => void, only?: string): Watch {
  let watcher: FSWatcher | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isDue = false;

  // Libuv tells of changes until there are none: a look that makes one itself would never let it end.
  const lookSoon = () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      if (!isClosed) look();
    });
  };
  const stop = () => {
    watcher?.close();
    watcher = undefined;
  };
  const fallBack = () => {
    stop();
    timer = setTimeout(begin, LOOK_AGAIN_MS);
    timer.unref();
  };
  function begin(): void {
    if (isClosed) return;
    try {
      watcher = watch(path, { persistent: false }, (_, name) => {
        const isMeant = only === undefined ? !name?.startsWith('.') : name === only || name === null;
        if (isMeant) lookSoon();
      });
      watcher.on('error', fallBack);
    } catch {
      fallBack();
    }
    lookSoon();
  }

  begin();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      stop();
    },
  };
}

/**
 * Waits until `isSo` resolves to true, checking after each change of the folder; false when the time is over
 * or the signal ends the wait.
 */
export async function waitInFolder(
  path: string,
  { withinMs, signal }: Readonly<{ withinMs: number; signal?: AbortSignal | undefined }>,
  isSo: () => Promise<boolean>,
): Promise<boolean> {
  if (await isSo()) return true;
  if (signal?.aborted) return false;
  return new Promise((resolve, reject) => {
    let isBusy = false;
    let isDirty = false;
    const finish = (report: () => void) => {
      watching.close();
      clearTimeout(limit);
      signal?.removeEventListener('abort', giveUp);
      report();
    };
    const look = async (): Promise<void> => {
      isDirty = true;
      if (isBusy) return;
      isBusy = true;
      try {
        while (isDirty) {
          isDirty = false;
          if (await isSo()) return finish(() => resolve(true));
        }
      } catch (error) {
        finish(() => reject(error));
      } finally {
        isBusy = false;
      }
    };
    const giveUp = (): void => finish(() => resolve(false));
    const limit = setTimeout(giveUp, withinMs);
    signal?.addEventListener('abort', giveUp);
    const watching = watchFolder(path, () => void look());
  });
}
