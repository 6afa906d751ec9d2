import { sep } from 'node:path';
import type { SettingKey } from '../contract/config.ts';
import { renderOrigin } from '../contract/config-layers.ts';
import { UsageError } from '../contract/usage-error.ts';
import type { LoadedConfig } from '../runtime/config/load-config.ts';
import { type FolderMarks, type OwnFolder, obstacleText } from '../runtime/project/folder-marks.ts';
import { ownFolders } from '../runtime/project/own-folders.ts';
import type { ProjectPaths } from '../runtime/project/project-paths.ts';

type Configured = Readonly<{ paths: ProjectPaths; loaded: LoadedConfig; marks: FolderMarks }>;
type FolderSetting = Readonly<{ key: SettingKey; folder: OwnFolder; origin: string; file: string | null }>;

/** A setting must not make a folder with other things in it one that Swarm moves and deletes from. */
export async function assertFoldersOurs({ paths, loaded, marks }: Configured): Promise<void> {
  for (const named of listNamed(paths, loaded)) {
    const other = findOverlap(named.folder, paths);
    if (other !== null) throw refusal(named, `${named.folder.path} and ${other} lie in one another`);
    const obstacle = await marks.findObstacle(named.folder);
    if (obstacle !== null) throw refusal(named, `${named.folder.path} ${obstacleText(obstacle)}`);
  }
}

/** Those that a setting moved away from their place in `.swarm`. */
function listNamed(paths: ProjectPaths, { resolved }: LoadedConfig): readonly FolderSetting[] {
  const { sessions, worktrees, archive } = ownFolders(paths);
  const byKey = { 'paths.sessions': sessions, 'paths.worktrees': worktrees, 'paths.archive': archive };
  return resolved.shown.flatMap(({ key, origin }) => {
    const folder = byKey[key as keyof typeof byKey];
    if (folder === undefined || origin.from === 'default') return [];
    const file = origin.from === 'file' ? origin.file : null;
    return [{ key, folder, origin: renderOrigin(origin), file }];
  });
}

function findOverlap({ path }: OwnFolder, paths: ProjectPaths): string | null {
  const { sessionsDir, worktreesDir, archiveDir, trashDir, runsDir, blobsDir, logsDir } = paths;
  const all = [sessionsDir, worktreesDir, archiveDir, trashDir, runsDir, blobsDir, logsDir];
  const others = [...all, paths.outputsDir, paths.plansDir, paths.agentsDir];
  const [, ...same] = others.filter((other) => other === path);
  if (same[0] !== undefined) return same[0];
  return others.find((other) => isWithin(other, path) || isWithin(path, other)) ?? null;
}

const isWithin = (path: string, folder: string): boolean => path.startsWith(folder + sep);

const refusal = ({ key, origin, file }: FolderSetting, problem: string): UsageError =>
  new UsageError(`${origin}: ${key}: ${problem}; nothing was touched`, {
    key,
    ...(file === null ? {} : { file }),
    hint: `Swarm moves and deletes what lies there: let ${key} name a folder that is empty or not there yet`,
  });
