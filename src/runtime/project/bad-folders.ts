import { access, constants, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import type { ProjectPaths } from './project-paths.ts';

const OF_SETTINGS = {
  'paths.sessions': 'sessionsDir',
  'paths.worktrees': 'worktreesDir',
  'paths.archive': 'archiveDir',
  'paths.outputs': 'outputsDir',
  'paths.plans': 'plansDir',
} as const satisfies Readonly<Record<string, keyof ProjectPaths>>;

type BadFolder = Readonly<{ setting: string; path: string; problem: string }>;

/** Each folder that a setting names and that cannot serve. One that is not there yet is made when needed. */
export async function observeBadFolders(paths: ProjectPaths): Promise<readonly BadFolder[]> {
  const found = await Promise.all(
    Object.entries(OF_SETTINGS).map(async ([setting, key]) => ({
      setting,
      path: relative(paths.root, paths[key]),
      problem: await problemOf(paths[key]),
    })),
  );
  return found.flatMap(({ problem, ...rest }) => (problem === null ? [] : [{ ...rest, problem }]));
}

async function problemOf(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(() => null);
  if (found === null) return null;
  if (!found.isDirectory()) return 'is not a folder';
  return access(folder, constants.W_OK).then(
    () => null,
    () => 'cannot be written to',
  );
}
