import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessMissing } from '../files/file-fault.ts';
import type { Repository } from './open-repository.ts';
import { findWorkCheckout, type WorkCheckout } from './work-checkout.ts';
import type { FolderActivity } from './work-folders.ts';

const MOST_FILES = 5_000;
const GIT_FILES = ['HEAD', 'index', 'logs/HEAD', 'ORIG_HEAD', 'MERGE_HEAD', 'COMMIT_EDITMSG'];

/** Looks by lstat and opens nothing. What git ignores, as the output of a build, is no sign of work. */
export async function observeWorkActivity(repository: Repository, path: string): Promise<FolderActivity> {
  const checkout = await findWorkCheckout(repository, path);
  if (!checkout) return { fileAt: null, gitAt: null, isPartial: false };
  const names = await listChanged(repository, checkout);
  const looked = names.slice(0, MOST_FILES).map((name) => join(checkout.workTree, name));
  return {
    fileAt: newest(await Promise.all(looked.map(changedAt))),
    gitAt: newest(await Promise.all(GIT_FILES.map((name) => timeOf(join(checkout.adminDir, name))))),
    isPartial: names.length > MOST_FILES,
  };
}

async function listChanged({ git }: Repository, { gitDir, workTree }: WorkCheckout): Promise<string[]> {
  const args = ['ls-files', '--modified', '--others', '--exclude-standard', '-z'];
  const listed = await git.ask(args, { gitDir, workTree });
  return [...new Set(listed.split('\0').filter(Boolean))];
}

// The removal of a file is a change of its folder.
const changedAt = async (path: string): Promise<number | null> =>
  (await timeOf(path)) ?? (await timeOf(dirname(path)));

// An agent can set mtime; the kernel alone sets ctime.
const timeOf = (path: string): Promise<number | null> =>
  unlessMissing(path, null, async () => Math.floor((await lstat(path)).ctimeMs));

const newest = (times: readonly (number | null)[]): number | null =>
  times.reduce((most, time) => (time !== null && (most === null || time > most) ? time : most), null);
