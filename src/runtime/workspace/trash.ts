import { chmod, lstat, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readSmall } from '../agent-files/read-plain.ts';
import { errnoOf, fileFault, unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { type FolderMarks, MARK_FILE, type OwnFolder } from '../project/folder-marks.ts';
import { exists } from './worktree-entry.ts';

// In a trash folder lie, of release 2 of session S: the workspace `S-2`, what git knew of it `S-2.git`, the
// manifest `S-2.json`.
const TrashManifest = z.object({
  releasedAt: z.number(),
  path: z.string(),
  branch: z.string(),
  rescue: z.nullable(z.string()),
  /** Where git's folder of the worktree was; null when git had lost it. */
  adminDir: z.nullable(z.string()),
  /** False when something could be saved nowhere else: then only a person may delete it. */
  isSaved: z.boolean(),
});
export type TrashManifest = z.infer<typeof TrashManifest>;

export interface Trash {
  /** Numbers of this session's releases that have something in the trash. */
  listNumbers(sessionId: string): Promise<readonly number[]>;
  findManifest(sessionId: string, number: number): Promise<TrashManifest | null>;
  saveManifest(sessionId: string, number: number, manifest: TrashManifest): Promise<void>;
  /** Renames a folder into the trash under this name. Nothing happens when it is gone already. */
  ensureIn(path: string, name: string): Promise<void>;
  has(name: string): Promise<boolean>;
  /** Deletes what has been there since before `time`; gives back how many folders. */
  sweep(time: number): Promise<number>;
}

/**
 * A rename cannot cross file systems: the first folder is the usual one, each other is beside what may be
 * released.
 */
export function openTrash(folders: readonly [string, ...string[]], marks: FolderMarks): Trash {
  const manifestFile = (sessionId: string, number: number): string =>
    join(folders[0], `${sessionId}-${number}.json`);
  return {
    async listNumbers(sessionId) {
      const names = (await Promise.all(folders.map(listNames))).flat();
      return names.flatMap((name) => numberIn(name, sessionId) ?? []);
    },
    findManifest: (sessionId, number) => readManifest(manifestFile(sessionId, number)),
    async saveManifest(sessionId, number, manifest) {
      await marks.ensure(trashFolder(folders[0]));
      await writeAtomic(manifestFile(sessionId, number), `${JSON.stringify(manifest, null, 2)}\n`, {
        durable: true,
      });
    },
    ensureIn: (path, name) => moveInto({ folders, marks }, path, name),
    async has(name) {
      const found = await Promise.all(folders.map((folder) => exists(join(folder, name))));
      return found.includes(true);
    },
    async sweep(time) {
      let swept = 0;
      for (const folder of folders) {
        // Without our mark, what lies there is not ours to delete.
        if ((await marks.findObstacle(trashFolder(folder))) !== null) continue;
        swept += await sweepFolder(folder, { time, manifests: folders[0] });
      }
      return swept;
    },
  };
}

const listNames = (folder: string): Promise<readonly string[]> =>
  unlessMissing(folder, [], () => readdir(folder));

function numberIn(name: string, sessionId: string): number | null {
  if (!name.startsWith(`${sessionId}-`)) return null;
  const rest = name.slice(sessionId.length + 1).match(/^(\d{1,9})(\.git)?$/);
  return rest ? Number(rest[1]) : null;
}

const trashFolder = (path: string): OwnFolder => ({ kind: 'trash', path });

type Folders = Readonly<{ folders: readonly string[]; marks: FolderMarks }>;

async function moveInto({ folders, marks }: Folders, path: string, name: string): Promise<void> {
  for (const folder of folders) {
    await marks.ensure(trashFolder(folder));
    try {
      return await rename(path, join(folder, name));
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return;
      if (errnoOf(error) !== 'EXDEV' || folder === folders.at(-1)) throw fileFault(error, path);
    }
  }
}

async function readManifest(file: string): Promise<TrashManifest | null> {
  const text = readSmall(file);
  if (text === null) return null;
  try {
    return TrashManifest.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

type Sweep = Readonly<{ time: number; manifests: string }>;

async function sweepFolder(folder: string, { time, manifests }: Sweep): Promise<number> {
  let swept = 0;
  // Manifests go last: without one, a folder would be judged by its own times.
  const names = (await listNames(folder)).filter((name) => name !== MARK_FILE);
  for (const name of names.sort(byManifestLast)) {
    const manifest = await readManifest(join(manifests, `${name.replace(/\.(git|json)$/, '')}.json`));
    const path = join(folder, name);
    const isOld = (manifest?.releasedAt ?? (await changedAt(path))) < time;
    if (!isOld || manifest?.isSaved === false) continue;
    if ((await lstat(path)).isDirectory() && !name.endsWith('.git')) swept += 1;
    await remove(path);
  }
  return swept;
}

const byManifestLast = (a: string, b: string): number =>
  Number(a.endsWith('.json')) - Number(b.endsWith('.json'));

// A rename sets the time of the change of the folder's own entry, not that of its content.
const changedAt = (path: string): Promise<number> =>
  unlessMissing(path, Number.POSITIVE_INFINITY, async () => {
    const { ctimeMs, mtimeMs } = await lstat(path);
    return Math.max(ctimeMs, mtimeMs);
  });

async function remove(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    // Tools leave folders that may not be written, which keeps what is inside from being deleted.
    await openFolders(path);
    await withFileFaults(path, () => rm(path, { recursive: true, force: true }));
  }
}

async function openFolders(path: string): Promise<void> {
  const stats = await unlessMissing(path, null, () => lstat(path));
  if (!stats?.isDirectory()) return;
  await withFileFaults(path, () => chmod(path, 0o700));
  for (const name of await listNames(path)) await openFolders(join(path, name));
}
