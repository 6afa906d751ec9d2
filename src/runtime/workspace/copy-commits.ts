import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { withFileFaults } from '../files/file-fault.ts';
import type { Git } from './git.ts';

type Copying = Readonly<{
  /** Git's folder of another repository, of which only the objects are read. */
  from: string;
  /** Git's folder of ours. */
  to: string;
  tips: readonly string[];
}>;

/** Copies commits, with all that they need, from another repository. False when something is missing. */
export async function copyCommits(git: Git, { from, to, tips }: Copying): Promise<boolean> {
  const objects = await git.askOrNull(['rev-parse', '--git-path', 'objects'], { gitDir: from });
  if (objects === null) return false;
  const env = { GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(resolve('/', objects)) };
  const wanted = ['rev-list', '--objects', '--stdin', '--not', '--all'];
  const listed = await git.run(wanted, { gitDir: to, env, input: `${tips.join('\n')}\n` });
  if (listed.code !== 0) return false;
  if (listed.stdout === '') return true;
  return movePack(git, { to, env, list: listed.stdout });
}

type Packing = Readonly<{ to: string; env: Readonly<Record<string, string>>; list: string }>;

/** By a file: git checks every object again before it becomes part of ours. */
async function movePack(git: Git, { to, env, list }: Packing): Promise<boolean> {
  const path = join(to, `swarm-inner-${randomUUID()}.pack`);
  // A file of our own, whatever lies there: agents can write beside it.
  const file = await withFileFaults(path, () => open(path, 'wx', 0o600));
  try {
    const args = ['pack-objects', '--quiet', '--stdout'];
    const packed = await git.run(args, { gitDir: to, env, input: list, outputTo: file.fd });
    if (packed.code !== 0) return false;
    const source = await withFileFaults(path, () => open(path, 'r'));
    const stored = await git
      .run(['index-pack', '--stdin'], { gitDir: to, inputFrom: source.fd })
      .finally(() => source.close());
    return stored.code === 0;
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

// A list of paths is parted by colons, which an agent may have put into a name.
const quotePath = (path: string): string => `"${path.replace(/[\\"]/g, '\\$&')}"`;
