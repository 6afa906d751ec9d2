import { dirname, join } from 'node:path';
import { readTail } from '../agent-files/read-plain.ts';
import { runLogged } from '../process/logged-command.ts';
import type { Repository } from '../workspace/open-repository.ts';
import type { WorktreeEntry } from '../workspace/worktree-entry.ts';
import { renderAgentCommand } from '../wrap/agent-command.ts';
import { checkIdentityFile } from './scratch.ts';

export type MergeCheck = Readonly<{
  command: string;
  limitMs: number;
  logFile: string;
  signal?: AbortSignal;
}>;
export type CheckFailure = Readonly<{ problem: string; lastLines: readonly string[] }>;

const READ_BYTES = 64 * 1024;
const SHOWN_LINES = 20;

/** Runs the project's check on what was merged; null when it passed. */
export async function runCheck(
  repository: Repository,
  entry: WorktreeEntry,
  check: MergeCheck,
): Promise<CheckFailure | null> {
  const { command, logFile, limitMs, signal } = check;
  const cwd = join(entry.path, repository.prefix);
  const shell = { command: ['sh', '-c', command], workDir: cwd, as: 'check' } as const;
  const problem = await runLogged({
    ...(await renderAgentCommand(repository.commands, shell)),
    cwd,
    logFile,
    logBase: dirname(dirname(logFile)),
    limitMs,
    endsAll: true,
    identityFile: checkIdentityFile(repository),
    ...(signal === undefined ? {} : { signal }),
  });
  if (problem === null) return null;
  const log = readTail(logFile, READ_BYTES) ?? '';
  return { problem, lastLines: log.trimEnd().split('\n').slice(-SHOWN_LINES) };
}
