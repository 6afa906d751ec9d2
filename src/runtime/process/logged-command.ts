import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { isAlive, observeIdentity } from './identity.ts';

export type LoggedCommand = Readonly<{
  /** A program and its words. */
  command: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Takes what it prints, from its beginning. */
  logFile: string;
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
  const log = await withFileFaults(logged.logFile, () => open(logged.logFile, 'w', 0o600));
  try {
    return await run(logged, log.fd);
  } finally {
    await log.close();
  }
}

async function run(logged: LoggedCommand, log: number): Promise<CommandEnd> {
  const { command, cwd, env, limitMs, signal } = logged;
  const [program = '', ...args] = command;
  // A listener added to a signal that is aborted already is never called.
  if (signal?.aborted) return { problem: 'was not started', code: null };
  // In a group of its own, so that what it started can be ended with it.
  const child = spawn(program, args, {
    cwd,
    env: withoutGit(env),
    detached: true,
    stdio: ['ignore', log, log],
  });
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    endGroup(child.pid);
  }, limitMs);
  const end = (): void => endGroup(child.pid);
  signal?.addEventListener('abort', end);
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
    if (logged.endsAll) end();
    signal?.removeEventListener('abort', end);
  });
}

const Identity = z.object({ pid: z.int(), start: z.string(), boot: z.string() });

async function noteIdentity({ pid }: ChildProcess, identityFile: string): Promise<void> {
  const identity = pid === undefined ? undefined : await observeIdentity(pid);
  if (identity) await writeAtomic(identityFile, JSON.stringify(identity));
}

/** An orphan of an earlier process must not run beside the next one. */
export async function endEarlier(identityFile: string): Promise<void> {
  const text = await unlessMissing(identityFile, null, () => readFile(identityFile, 'utf8'));
  const identity = text === null ? undefined : Identity.safeParse(JSON.parse(text)).data;
  if (identity && (await isAlive(identity))) endGroup(identity.pid);
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
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
