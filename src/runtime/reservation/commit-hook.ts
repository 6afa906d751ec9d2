import { linkSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commitHookLines, RESERVATION_FILE } from '../../domain/reservation/hook-script.ts';
import { readPlainPart } from '../agent-files/read-plain.ts';
import { withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { openGit } from '../workspace/git.ts';
import { findRepository } from '../workspace/repository.ts';

/** What is found where git looks for the hook. */
export type HookObservation = Readonly<{
  path: string;
  is: 'absent' | 'ours' | 'theirs';
  /** The person's own hook, set aside while ours runs it. */
  hasKept: boolean;
  /** The person has hooks of all repositories in a folder of their own. */
  hooksPath: string | null;
}>;

/** The port for the hook of git that minds reservations before a commit. */
export interface CommitHook {
  observe(): Promise<HookObservation>;
  /** A hook of the person's is set aside, and run first. Twice is once. */
  ensureInstalled(): Promise<void>;
  /** The person's own hook is back as it was, byte by byte. */
  ensureRemoved(): Promise<void>;
}

const MARK = '# Written by Swarm; "swarm reservations uninstall-hook" takes it away.';
const KEPT = 'pre-commit.before-swarm';
const EXECUTABLE = 0o755;
const MOST_READ = 4096;

type Settings = Readonly<{ root: string; env: Readonly<Record<string, string | undefined>> }>;

export function realCommitHook({ root, env }: Settings): CommitHook {
  const git = openGit(env, root);
  const locate = async () => {
    const { commonDir } = await findRepository(git, root);
    const path = join(commonDir, 'hooks', 'pre-commit');
    return { path, kept: join(dirname(path), KEPT) };
  };
  return {
    async observe() {
      const { path, kept } = await locate();
      // Git's own answer to this would be the setting that keeps hooks from running.
      const hooksPath = await git.askOrNull(['config', '--show-origin', '--get-all', 'core.hooksPath'], {
        in: root,
      });
      return { path, is: whose(path), hasKept: isThere(kept), hooksPath: personsPath(hooksPath) };
    },
    async ensureInstalled() {
      const { path, kept } = await locate();
      await withFileFaults(path, async () => {
        mkdirSync(dirname(path), { recursive: true });
        if (whose(path) === 'theirs') linkSync(path, kept);
        await writeAtomic(path, hookText(root), { mode: EXECUTABLE });
      });
    },
    async ensureRemoved() {
      const { path, kept } = await locate();
      await withFileFaults(path, async () => {
        if (isThere(kept)) renameSync(kept, path);
        else rmSync(path, { force: true });
      });
    },
  };
}

const hookText = (root: string): string =>
  [
    '#!/bin/sh',
    MARK,
    `kept=\${0%/*}/${KEPT}`,
    'if [ -x "$kept" ]; then "$kept" "$@" || exit $?; fi',
    commitHookLines(join(root, RESERVATION_FILE)),
    '',
  ].join('\n');

/** Ours are on the command line, and those of a repository or of the person in a file. */
const personsPath = (listed: string | null): string | null =>
  (listed ?? '')
    .split('\n')
    .filter((line) => line.startsWith('file:'))
    .map((line) => line.slice(line.indexOf('\t') + 1))
    .at(-1) ?? null;

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function whose(path: string): HookObservation['is'] {
  if (!isThere(path)) return 'absent';
  const text = readPlainPart(path, { from: 0, bytes: MOST_READ })?.toString('utf8') ?? '';
  return text.includes(MARK) ? 'ours' : 'theirs';
}
