import { resolve } from 'node:path';
import { UsageError } from '../contract/usage-error.ts';
import { Fault } from '../domain/fault.ts';
import { type FoundProject, findProject } from '../runtime/project/find-project.ts';
import type { Env } from './project.ts';

type FolderRequest = Readonly<{ project: string | null; env: Env; cwd: string }>;

/** The folder that the command is about: `-C`, else SWARM_PROJECT, else where it was started. */
export const askedFolder = ({ project, env, cwd }: FolderRequest): string =>
  resolve(cwd, project ?? (env.SWARM_PROJECT || cwd));

/** The project of that folder. */
export function projectRoot(asked: FolderRequest): string {
  const folder = askedFolder(asked);
  const found = lookFor(folder, asked);
  if (found) return found.root;
  throw new UsageError(`No project found in ${folder} or above it`, {
    hint: 'Make one here: swarm init; or name one with -C <dir>',
  });
}

export function lookFor(folder: string, { project }: Pick<FolderRequest, 'project'>): FoundProject | null {
  try {
    return findProject(folder);
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'folder-missing') throw error;
    const who = project === null ? 'SWARM_PROJECT' : '-C';
    throw new UsageError(`${who}: there is no folder ${folder}`, { key: 'project' });
  }
}
