import { existsSync, readdirSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { type FolderMarks, MARK_FILE, type OwnFolder, obstacleText } from './folder-marks.ts';
import { ownFolders } from './own-folders.ts';
import type { ProjectPaths } from './project-paths.ts';
import type { RemovalPlan, StayingPath } from './removal.ts';

/** Last to go: as long as it is there, the project is known, and the command can be repeated. */
export const IDENTITY = 'project.json';

/** What Swarm itself puts into `.swarm`, beside the folders that carry its mark. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  '.gitignore',
  'attempt.key',
  'backups',
  'blobs',
  'dashboard',
  'hooks',
  'iteration.log',
  'launchers',
  'logs',
  'metrics.json',
  IDENTITY,
  'queue.json',
  'reservations',
  'reservations.lock',
  'runs',
  'supervisor.lock',
  'supervisor.stopped',
  'swarm.config.schema.json',
  'swarm.db',
  'swarm.db-shm',
  'swarm.db-wal',
  'work',
]);

type Removing = Readonly<{
  paths: ProjectPaths;
  marks: FolderMarks;
  /** Worktrees that are put away before anything is deleted. */
  released: readonly string[];
}>;

/** What goes and what stays. Only what Swarm put there, by its name or its mark, goes. */
export async function planRemoval({ paths, marks, released }: Removing): Promise<RemovalPlan> {
  const folders = Object.values(ownFolders(paths)).filter(({ path }) => existsSync(path));
  const goes: string[] = [];
  const stays: StayingPath[] = [];
  for (const folder of folders) {
    const obstacle = await marks.findObstacle(folder);
    if (obstacle === null && !holdsWorktree(folder, released)) goes.push(folder.path);
    else if (obstacle === null) stays.push({ path: folder.path, why: 'it holds a worktree' });
    else stays.push({ path: folder.path, why: obstacleText(obstacle) });
  }
  const seen = new Set(folders.map(({ path }) => path));
  for (const name of readdirSync(paths.swarmDir)) {
    const path = join(paths.swarmDir, name);
    // A folder of ours may lie deeper: its parents are not deleted with it.
    if (seen.has(path) || folders.some((one) => one.path.startsWith(path + sep))) continue;
    if (OWN_NAMES.has(name)) goes.push(path);
    else if (!isEmptyFolder(path))
      stays.push({ path, why: 'Swarm did not put it there, or it is your work' });
    else goes.push(path);
  }
  return { goes: goes.toSorted(lastIsIdentity), stays };
}

/** What no session explains was not put away before: git knows it, or a person does. */
const holdsWorktree = ({ kind, path }: OwnFolder, released: readonly string[]): boolean =>
  kind === 'worktrees' &&
  readdirSync(path)
    .filter((name) => name !== MARK_FILE)
    .map((name) => join(path, name))
    .some((inside) => !released.includes(inside) && !isEmptyFolder(inside));

const isEmptyFolder = (path: string): boolean => {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
};

const lastIsIdentity = (one: string, other: string): number =>
  Number(basename(one) === IDENTITY) - Number(basename(other) === IDENTITY) || one.localeCompare(other);
