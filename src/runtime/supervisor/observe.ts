import { watch } from 'node:fs';
import { dirname } from 'node:path';
import { connect } from '../socket/client.ts';

/** The pid of the supervisor that answers at this socket; null when none does. */
export async function observeSupervisor(socketFile: string): Promise<number | null> {
  const client = await connect(socketFile);
  client?.close();
  return client?.greeting.pid ?? null;
}

/** The same, but waits for one that is about to listen. */
export async function waitForSupervisor(socketFile: string, limitMs: number): Promise<number | null> {
  const deadline = Date.now() + limitMs;
  const changes = watchFolder(dirname(socketFile));
  try {
    let pid = await observeSupervisor(socketFile);
    while (pid === null && Date.now() < deadline) {
      await changes.next(deadline - Date.now());
      pid = await observeSupervisor(socketFile);
    }
    return pid;
  } finally {
    changes.close();
  }
}

function watchFolder(folder: string) {
  let hasChanged = false;
  let wake = (): void => {};
  const watcher = watch(folder, () => {
    hasChanged = true;
    wake();
  });
  watcher.on('error', () => {}); // The caller's own limit still holds.
  return {
    close: () => watcher.close(),
    /** A change since the last call counts. */
    async next(limitMs: number): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      if (!hasChanged) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, limitMs);
        });
      }
      clearTimeout(timer);
      hasChanged = false;
    },
  };
}
