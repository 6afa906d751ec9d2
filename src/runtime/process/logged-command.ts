import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { parseJson } from '../../contract/json.ts';
import { readSmall } from '../agent-files/read-plain.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { openLog } from '../log/open-log.ts';
import { startedWith } from './evidence.ts';
import { isAlive, observeIdentity } from './identity.ts';
import { observeProcess, observeProcesses, type ProcessRow } from './process-table.ts';

export type LoggedCommand = Readonly<{
  /** A program and its words. */
  command: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Takes what it prints, from its beginning. */
  logFile: string;
  /** A folder of ours above the log; without it, the one that the log lies in. */
  logBase?: string;
  /** The file that records its identity, so that an orphan can be ended later. */
  identityFile: string;
  limitMs: number;
  /** Ends it, with all that it started. */
  signal?: AbortSignal;
  /** What it started and left behind is ended too when it ends. */
  endsAll?: boolean;
}>;

/** `problem` says what became of it; `code` is null where it was not its own exit that ended it. */
export type CommandEnd = Readonly<{ problem: string | null; code: number | null }>;

/** Runs a command of the project to its end. Null when it went well, else what became of it. */
export const runLogged = async (logged: LoggedCommand): Promise<string | null> =>
  (await runToEnd(logged)).problem;

/** The same, with its exit code. */
export async function runToEnd(logged: LoggedCommand): Promise<CommandEnd> {
  await endEarlier(logged.identityFile);
  const { logFile, logBase = dirname(logFile) } = logged;
  const log = openLog({ file: logFile, base: logBase, isFresh: true });
  try {
    return await run(logged, log);
  } finally {
    closeSync(log);
  }
}

async function run(logged: LoggedCommand, log: number): Promise<CommandEnd> {
  const { command, cwd, env, limitMs, signal } = logged;
  const [program = '', ...args] = command;
  await writeAtomic(logged.identityFile, STARTING);
  // A listener added to a signal that is aborted already is never called.
  if (signal?.aborted) return { problem: 'was not started', code: null };
  // In a group of its own, so that what it started can be ended with it.
  const child = spawn(program, args, {
    cwd,
    env: { ...withoutGit(env), [MARK]: logged.identityFile },
    detached: true,
    stdio: ['ignore', log, log],
  });
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    endGroup(child.pid);
  }, limitMs);
  const endAll = (): void => endGroup(child.pid);
  signal?.addEventListener('abort', endAll);
  const ended = new Promise<CommandEnd>((resolve) => {
    const unstarted = (error: Error) => ({ problem: `could not be started: ${error.message}`, code: null });
    child.once('error', (error) => resolve(unstarted(error)));
    child.once('exit', (code, by) => {
      if (isLate) resolve({ problem: `did not end within ${limitMs / 1000} s`, code: null });
      else resolve({ problem: code === 0 ? null : `ended with ${by ?? code}`, code });
    });
  });
  await noteIdentity(child, logged.identityFile);
  return ended.finally(() => {
    clearTimeout(limit);
    if (logged.endsAll) endAll();
    signal?.removeEventListener('abort', endAll);
  });
}

/** In the place of an identity: who started the command may die before it knows its number. */
const STARTING = '{}';
const Identity = z.object({ pid: z.int(), start: z.string(), boot: z.string() });

async function noteIdentity({ pid }: ChildProcess, identityFile: string): Promise<void> {
  const identity = pid === undefined ? undefined : await observeIdentity(pid);
  if (identity) await writeAtomic(identityFile, JSON.stringify(identity));
}

/** Marks the command and all that it starts. */
const MARK = 'SWARM_COMMAND_FILE';

/** An orphan of an earlier process must not run beside the next one. */
export async function endEarlier(identityFile: string): Promise<void> {
  const text = readSmall(identityFile);
  if (text === null) return;
  const parsed = parseJson(text);
  const identity = parsed.ok ? Identity.safeParse(parsed.value).data : undefined;
  if (identity && !(await isAlive(identity))) return;
  // A file may say anything; what the process was started with shows that it is the one.
  const isOurs = await startedWith(MARK, identityFile);
  if (!identity) return endMarked(await observeProcesses(), isOurs);
  const row = await observeProcess(identity.pid);
  if (row && isOurs(row)) endGroup(identity.pid);
}

function endMarked(rows: readonly ProcessRow[], isOurs: (row: ProcessRow) => boolean): void {
  for (const row of rows) if (!row.isZombie && isOurs(row)) end(row.pid);
}

const endGroup = (pid: number | undefined): void => (pid === undefined ? undefined : end(-pid));

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

// A command that calls git must find the repository of its own folder, not that of our caller.
const withoutGit = (env: LoggedCommand['env']): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        !name.startsWith('GIT_DIR') && !name.startsWith('GIT_WORK') && !name.startsWith('GIT_INDEX'),
    ),
  );
