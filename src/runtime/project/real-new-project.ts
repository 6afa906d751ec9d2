import { existsSync, lstatSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { readOwn } from '../agent-files/read-plain.ts';
import { fileFault, withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { assertInside } from './assert-inside.ts';
import { ensureProject } from './ensure-project.ts';
import type { NewProject, Touched } from './new-project.ts';
import type { ProjectPaths } from './project-paths.ts';

export const realNewProject = (paths: ProjectPaths): NewProject => ({
  root: paths.root,
  agentsDir: relative(paths.root, paths.agentsDir),
  plansDir: relative(paths.root, paths.plansDir),
  has: async (path) => existsSync(join(paths.root, path)),
  ensureSwarmDir: async () => {
    const isNew = !existsSync(paths.swarmDir);
    ensureProject(paths);
    return { path: '.swarm/', is: isNew ? 'created' : 'kept' };
  },
  ensureFile: (path, text) => ensureFile(paths.root, path, text),
  drawFile: (path, text) => drawFile(paths.root, path, text),
  ensureFolder: (path) => ensureFolder(paths.root, path),
});

async function ensureFolder(root: string, path: string): Promise<Touched> {
  const folder = join(root, path);
  const shown = `${path}/`;
  assertInside(root, folder);
  if (existsSync(folder)) return { path: shown, is: 'kept' };
  await withFileFaults(folder, async () => void (await mkdir(folder, { recursive: true })));
  return { path: shown, is: 'created' };
}

async function drawFile(root: string, path: string, text: string): Promise<Touched> {
  const file = join(root, path);
  assertInside(root, dirname(file));
  const before = readOwn(file, Buffer.byteLength(text));
  if (before && 'text' in before && before.text === text) return { path, is: 'kept' };
  if (lstatSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new Fault('file-odd', `${file} is a folder and should be a file`, { hint: 'Move it away' });
  await withFileFaults(file, async () => void (await mkdir(dirname(file), { recursive: true })));
  await writeAtomic(file, text, { mode: 0o644 });
  return { path, is: before === null ? 'created' : 'drawn' };
}

async function ensureFile(root: string, path: string, text: string): Promise<Touched> {
  const file = join(root, path);
  assertInside(root, dirname(file));
  if (existsSync(file)) return { path, is: 'kept' };
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
    return { path, is: 'created' };
  } catch (error) {
    throw fileFault(error, file);
  }
}
