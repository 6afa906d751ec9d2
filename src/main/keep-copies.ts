import type { Project } from './project.ts';

const SOON_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Makes a copy of an SQLite store each day, at the first quiet moment of it. */
export function keepCopies(
  { paths, config }: Project,
  onFault: (error: unknown) => void,
): Readonly<{ close: () => Promise<void> }> {
  const isKept = config.store === null;
  const ensure = async (): Promise<void> => {
    if (!isKept) return;
    try {
      const { ensureDailyCopy } = await import('../store/sqlite/copies.ts');
      await ensureDailyCopy(paths.dbFile, Date.now());
    } catch (error) {
      onFault(error);
    }
  };
  // Not at once: the command that started us waits for something else.
  const timers = [setTimeout(ensure, SOON_MS), setInterval(ensure, HOUR_MS)];
  for (const timer of timers) timer.unref();
  return {
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      await ensure();
    },
  };
}
