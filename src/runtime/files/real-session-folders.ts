import { readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { keepDrawings, readLeftFolder } from '../agent-files/left-folders.ts';
import { Oddities } from '../agent-files/oddities.ts';
import { packOf } from '../archive/pack-path.ts';
import { ensurePacked, ensureUnpacked, readPackedResult } from '../archive/session-packs.ts';
import { attemptFolder } from '../attempt/attempt-folder.ts';
import { ensureNoEnvironment } from '../attempt/environment-drafts.ts';
import { readResult } from '../attempt/reading.ts';
import {
  type FolderMarks,
  type OwnFolder,
  type OwnKind,
  obstacleFault,
  obstacleText,
} from '../project/folder-marks.ts';
import { withFileFaults } from './file-fault.ts';
import { makeFolder } from './make-folder.ts';
import type { LeftRef, SessionFolders } from './session-folders.ts';

type Folders = Readonly<Record<OwnKind, OwnFolder>> & Readonly<{ marks: FolderMarks; now: () => number }>;

export function realSessionFolders(own: Folders): SessionFolders {
  const { sessions, worktrees, archive, trash, marks, now } = own;
  const archivedDir = join(archive.path, 'sessions');
  const live = (id: string): string => join(sessions.path, id);
  const archived = (id: string): string => join(archivedDir, id);
  const homeOf = ({ isArchived }: LeftRef): string => (isArchived ? archivedDir : sessions.path);
  // Nothing leaves a folder that is not ours.
  const assertOurs = async (folder: OwnFolder): Promise<void> => {
    const obstacle = await marks.findObstacle(folder);
    if (obstacle !== null) throw obstacleFault(folder, obstacle);
  };
  const move = async ({ from, to }: Readonly<{ from: OwnFolder; to: OwnFolder }>, paths: Move) => {
    if (!(await isThere(paths.from)) || (await isThere(paths.to))) return;
    await assertOurs(from);
    await marks.ensure(to);
    await moveWhole(paths);
  };
  const trashFrom = (from: OwnFolder) => (path: string) =>
    move({ from, to: trash }, { from: path, to: join(trash.path, `${basename(path)}-${now()}`) });
  return {
    async ensureArchived(id) {
      await assertOurs(sessions);
      await marks.ensure(archive);
      // One that an earlier version archived lies there as a folder.
      const isLive = await isThere(live(id));
      const folder = isLive ? live(id) : archived(id);
      await withFileFaults(folder, async () => ensureNoEnvironment(dirname(folder), id));
      const setAside = trashFrom(isLive ? sessions : archive);
      const archiving = await ensurePacked(folder, packOf(archive.path, id), setAside);
      if (archiving !== null && archiving.problem !== null)
        await move({ from: sessions, to: archive }, { from: live(id), to: archived(id) });
      return archiving;
    },
    async ensureRestored(id) {
      await assertOurs(archive);
      await marks.ensure(sessions);
      await move({ from: archive, to: sessions }, { from: archived(id), to: live(id) });
      await ensureUnpacked(packOf(archive.path, id), live(id), trashFrom(sessions));
    },
    async readArchivedResult(ref) {
      const pack = packOf(archive.path, ref.sessionId);
      if (await isThere(pack)) return readPackedResult(pack, `attempts/${ref.attempt}/result.json`);
      const files = new AgentFiles(archivedDir, new Oddities());
      return readResult(files, attemptFolder(files.base, ref).result);
    },
    async listLeft(isKnown) {
      if ((await marks.findObstacle(sessions)) !== null) return [];
      const left: LeftRef[] = [];
      for (const isArchived of [false, true]) {
        const home = isArchived ? archivedDir : sessions.path;
        for (const name of await listNames(home)) {
          const id = isArchived ? name.replace(/\.tar\.gz$/, '') : name;
          const ref = { id, isArchived, isPacked: id !== name, path: join(home, name) };
          if (!(await isKnown(id))) left.push(ref);
        }
      }
      return left;
    },
    readLeft: async (ref) => (ref.isPacked ? null : readLeftFolder(homeOf(ref), ref)),
    ensureDrawingsKept: (ref) => keepDrawings(homeOf(ref), ref.id),
    listObstacles: () => listObstacles([sessions, worktrees, archive, trash], marks),
  };
}

async function listObstacles(
  folders: readonly OwnFolder[],
  marks: FolderMarks,
): ReturnType<SessionFolders['listObstacles']> {
  const found = folders.map(async (folder) => {
    const obstacle = await marks.findObstacle(folder);
    return obstacle === null ? [] : [{ path: folder.path, why: `it ${obstacleText(obstacle)}` }];
  });
  return (await Promise.all(found)).flat();
}

type Move = Readonly<{ from: string; to: string }>;

// One rename: the folder is wholly here or wholly there. What is already there is left alone.
const moveWhole = ({ from, to }: Move): Promise<void> =>
  withFileFaults(to, async () => {
    makeFolder(dirname(to));
    await rename(from, to);
  });

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
