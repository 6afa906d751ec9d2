import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withFileFaults } from './file-fault.ts';
import type { SessionFolders } from './session-folders.ts';

type Folders = Readonly<{ sessionsDir: string; archiveDir: string; trashDir: string; now: () => number }>;

export function realSessionFolders({ sessionsDir, archiveDir, trashDir, now }: Folders): SessionFolders {
  const live = (id: string): string => join(sessionsDir, id);
  const archived = (id: string): string => join(archiveDir, 'sessions', id);
  return {
    ensureArchived: (id) => ensureMoved(live(id), archived(id)),
    ensureRestored: (id) => ensureMoved(archived(id), live(id)),
    async listStray(isKnown) {
      const stray: string[] = [];
      for (const name of await listNames(sessionsDir)) {
        if (!(await isKnown(name))) stray.push(join(sessionsDir, name));
      }
      return stray;
    },
    ensureTrashed: (path) => ensureMoved(path, join(trashDir, `${basename(path)}-${now()}`)),
  };
}

// One rename: the folder is wholly here or wholly there. What is already there is left alone.
async function ensureMoved(from: string, to: string): Promise<void> {
  if (!(await isThere(from)) || (await isThere(to))) return;
  await withFileFaults(to, async () => {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    await rename(from, to);
  });
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const listNames = (path: string): Promise<string[]> =>
  readdir(path).then(
    (names) => names.filter((name) => !name.startsWith('.')),
    () => [],
  );
