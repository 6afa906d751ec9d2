import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import type { KeptArtifact } from '../../domain/run/result/artifact.ts';
import type { Room } from '../../domain/run/result/artifact-source.ts';
import { unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { makeFolder } from '../files/make-folder.ts';
import { draftOf } from '../files/write-atomic.ts';
import { openGit } from '../workspace/git.ts';
import { exists } from '../workspace/worktree-entry.ts';
import { type Copying, copyArtifact } from './copy-artifact.ts';
import type { OutputOrder, Outputs } from './outputs.ts';

/** Of all artefacts of one run together. */
export const OUTPUT_ROOM: Room = { files: 2_000, bytes: 256 * 1024 * 1024 };

export type OutputSettings = Readonly<{
  project: string;
  outputsDir: string;
  env: Readonly<Record<string, string | undefined>>;
  room?: Room;
}>;

export function realOutputs({ project, outputsDir, env, room = OUTPUT_ROOM }: OutputSettings): Outputs {
  const git = openGit(env, project);
  return {
    async ensureWritten(order) {
      const folder = join(outputsDir, order.runId);
      await withFileFaults(outputsDir, async () => makeFolder(outputsDir, { mode: 0o777, never: project }));
      await removeLeftovers(folder);
      const target = draftOf(folder);
      await withFileFaults(target, () => mkdir(target));
      // Roles without a workspace may work where there is no repository; then git answers every look with no.
      const commonDir = await git.askOrNull(['rev-parse', '--git-common-dir'], { in: project });
      const gitDir = resolve(project, commonDir ?? '.git');
      const kept = await copyAll({ git, project, commonDir: gitDir, target }, order, room);
      for (const [name, text] of Object.entries(order.render(kept, nameFolder(project, folder)))) {
        await withFileFaults(target, () => writeFile(join(target, name), text));
      }
      await moveOver(target, folder);
      return kept;
    },
  };
}

function nameFolder(project: string, folder: string): string {
  const way = relative(project, folder);
  return way.startsWith('..') ? folder : way;
}

async function copyAll(copying: Copying, order: OutputOrder, whole: Room): Promise<readonly KeptArtifact[]> {
  const kept: KeptArtifact[] = [];
  let room = whole;
  for (const wanted of order.wanted) {
    const workspace = order.workspaces.findLast(({ role }) => role === wanted.role);
    const copied = await copyArtifact(copying, { wanted, workspace, room });
    kept.push(copied.kept);
    room = copied.room;
  }
  return kept;
}

/** Drafts of a writer that was killed; only one writes at a time. */
async function removeLeftovers(folder: string): Promise<void> {
  const parent = join(folder, '..');
  const names = await withFileFaults(parent, () => readdir(parent));
  for (const name of names.filter((one) => one.startsWith(`.${basename(folder)}.`))) {
    await withFileFaults(name, () => rm(join(parent, name), { recursive: true, force: true }));
  }
}

// Between the two renames there is no folder; after a crash there the whole write is repeated.
async function moveOver(draft: string, folder: string): Promise<void> {
  const old = `${draft}.old`;
  if (await exists(folder)) {
    await unlessMissing(folder, undefined, () => rename(folder, old));
  }
  await withFileFaults(folder, () => rename(draft, folder));
  await withFileFaults(old, () => rm(old, { recursive: true, force: true }));
}
