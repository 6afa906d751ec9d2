import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../files/file-fault.ts';
import type { ProjectPaths } from '../project/project-paths.ts';

type Folders = Pick<
  ProjectPaths,
  'swarmDir' | 'sessionsDir' | 'runsDir' | 'blobsDir' | 'archiveDir' | 'trashDir'
>;

/** As `draftOf` names them: `.<name>.<pid>.<number>`. */
const DRAFT = /^\..+\.(\d{1,10})\.\d{1,10}$/;
/** As a rescue names the folder of its private index; it says no process, so its age decides. */
const INDEX = /^\.index-\w{6}$/;
const INDEX_LIVES_MS = 3_600_000;

/**
 * Removes what a process that was killed left in the middle of writing: drafts of files and packs, and
 * indexes of rescues. Only in folders of ours, only under such a name, and never that of a living process.
 */
export async function sweepDrafts(folders: Folders, now: number): Promise<readonly string[]> {
  const swept: string[] = [];
  for await (const folder of listFolders(folders)) {
    for (const name of await listNames(folder)) {
      const path = join(folder, name);
      if (!(await isLeftover(path, name, now))) continue;
      await rm(path, { recursive: true, force: true });
      swept.push(path);
    }
  }
  return swept;
}

async function isLeftover(path: string, name: string, now: number): Promise<boolean> {
  if (INDEX.test(name)) {
    const changedAt = await unlessMissing(path, now, async () => (await lstat(path)).mtimeMs);
    return now - changedAt > INDEX_LIVES_MS;
  }
  const pid = Number(DRAFT.exec(name)?.[1] ?? 0);
  return pid > 0 && pid !== process.pid && !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Where files are drafted. Workspaces are not among them, nor what agents keep in folders of their own. */
async function* listFolders(folders: Folders): AsyncGenerator<string> {
  const { swarmDir, sessionsDir, runsDir, blobsDir, archiveDir, trashDir } = folders;
  yield* [swarmDir, blobsDir, trashDir, join(archiveDir, 'sessions'), sessionsDir];
  for (const session of await listFoldersIn(sessionsDir)) {
    const attempts = await listFoldersIn(join(session, 'attempts'));
    // Every folder of a session has one for its attempts.
    if (attempts.length > 0) yield session;
    yield* attempts;
  }
  for (const run of await listFoldersIn(runsDir)) yield* [run, join(run, 'messages', 'inbox')];
}

async function listFoldersIn(folder: string): Promise<readonly string[]> {
  const entries = await unlessMissing(folder, [], () => readdir(folder, { withFileTypes: true }));
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

const listNames = (folder: string): Promise<readonly string[]> =>
  unlessMissing(folder, [], () => readdir(folder));
