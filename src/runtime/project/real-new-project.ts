import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileFault, withFileFaults } from '../files/file-fault.ts';
import { ensureProject } from './ensure-project.ts';
import type { NewProject, Touched } from './new-project.ts';
import type { Places } from './places.ts';

export const realNewProject = (places: Places): NewProject => ({
  root: places.root,
  agentsDir: relative(places.root, places.agentsDir),
  plansDir: relative(places.root, places.plansDir),
  has: async (path) => existsSync(join(places.root, path)),
  ensureSwarmDir: async () => {
    const isNew = !existsSync(places.swarmDir);
    ensureProject(places);
    return { path: '.swarm/', is: isNew ? 'created' : 'kept' };
  },
  ensureFile: (path, text) => ensureFile(places.root, path, text),
  ensureFolder: (path) => ensureFolder(places.root, path),
});

async function ensureFolder(root: string, path: string): Promise<Touched> {
  const folder = join(root, path);
  const shown = `${path}/`;
  if (existsSync(folder)) return { path: shown, is: 'kept' };
  await withFileFaults(folder, async () => void (await mkdir(folder, { recursive: true })));
  return { path: shown, is: 'created' };
}

async function ensureFile(root: string, path: string, text: string): Promise<Touched> {
  const file = join(root, path);
  if (existsSync(file)) return { path, is: 'kept' };
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: 'wx' });
    return { path, is: 'created' };
  } catch (error) {
    throw fileFault(error, file);
  }
}
