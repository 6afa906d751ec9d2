import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join, sep } from 'node:path';
import { withFileFaults } from '../files/file-fault.ts';
import { makeFolder } from '../files/make-folder.ts';
import { readMark } from './folder-marks.ts';
import { ownFolders } from './own-folders.ts';
import type { ProjectPaths } from './project-paths.ts';

const ASIDE = 'aside';
// What belongs to the folder, or to the person, and not to rows.
const STAYS = new Set([
  '.gitignore',
  'project.json',
  'supervisor.lock',
  'swarm.config.schema.json',
  'plans',
  ASIDE,
]);

/** Moves all that belongs to the rows of the project with this id out of the way; gives back where to. */
export async function putAside(paths: ProjectPaths, id: string): Promise<string> {
  const folder = freeFolder(join(paths.swarmDir, ASIDE, id));
  await withFileFaults(folder, async () => {
    makeFolder(folder);
    for (const { kind, path } of Object.values(ownFolders(paths))) {
      const isBeside = path.startsWith(paths.root + sep) && !path.startsWith(paths.swarmDir + sep);
      if (isBeside && readMark(path)?.id === id) renameSync(path, join(folder, kind));
    }
    for (const name of readdirSync(paths.swarmDir)) {
      if (!STAYS.has(name)) renameSync(join(paths.swarmDir, name), join(folder, name));
    }
  });
  return folder;
}

function freeFolder(path: string): string {
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? path : `${path}-${number}`;
    if (!existsSync(folder)) return folder;
  }
}
