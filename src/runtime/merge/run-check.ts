import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withFileFaults } from '../files/file-fault.ts';
import { runLogged } from '../process/logged-command.ts';
import type { Repository } from '../workspace/open-repository.ts';
import type { WorktreeEntry } from '../workspace/worktree-entry.ts';
import { checkIdentityFile } from './scratch.ts';

export type MergeCheck = Readonly<{
  command: string;
  limitMs: number;
  logFile: string;
  signal?: AbortSignal;
}>;
export type CheckFailure = Readonly<{ problem: string; lastLines: readonly string[] }>;

const SHOWN_LINES = 20;

/** Runs the project's check on what was merged; null when it passed. */
export async function runCheck(
  repository: Repository,
  entry: WorktreeEntry,
  check: MergeCheck,
): Promise<CheckFailure | null> {
  const { command, logFile, limitMs, signal } = check;
  await withFileFaults(logFile, () => mkdir(dirname(logFile), { recursive: true, mode: 0o700 }));
  const problem = await runLogged({
    command: ['sh', '-c', command],
    cwd: join(entry.path, repository.prefix),
    env: repository.env,
    logFile,
    limitMs,
    endsAll: true,
    identityFile: checkIdentityFile(repository),
    ...(signal === undefined ? {} : { signal }),
  });
  if (problem === null) return null;
  const log = await withFileFaults(logFile, () => readFile(logFile, 'utf8'));
  return { problem, lastLines: log.trimEnd().split('\n').slice(-SHOWN_LINES) };
}
