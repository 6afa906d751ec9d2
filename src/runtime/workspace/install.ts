import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Fault } from '../../domain/fault.ts';
import { unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { isAlive, observeIdentity } from '../process/identity.ts';

export const INSTALL_LIMIT_MS = 15 * 60_000;
const SHOWN_CHARACTERS = 2_000;

export type Installation = Readonly<{
  command: readonly string[];
  cwd: string;
  /** Its log and its identity are kept here. */
  adminDir: string;
  env: Readonly<Record<string, string | undefined>>;
  limitMs?: number;
}>;

/** Runs the project's install command to its end. What it prints is kept in `swarm-install.log`. */
export async function ensureInstalled(installation: Installation): Promise<void> {
  const { command, adminDir } = installation;
  await endEarlier(adminDir);
  const logFile = join(adminDir, 'swarm-install.log');
  const log = await withFileFaults(logFile, () => open(logFile, 'w', 0o600));
  try {
    const problem = await run(installation, log.fd);
    if (problem === null) return;
    const shown = (await readFile(logFile, 'utf8')).trim().slice(-SHOWN_CHARACTERS);
    throw new Fault('provision-failed', `"${command.join(' ')}" ${problem}\n${shown}`.trim(), {
      hint: `workspace.install runs in every new workspace; its output is in ${logFile}`,
      retry: true,
    });
  } finally {
    await log.close();
  }
}

/** Null when it went well. */
async function run(installation: Installation, log: number): Promise<string | null> {
  const { command, cwd, adminDir, env, limitMs = INSTALL_LIMIT_MS } = installation;
  const [program = '', ...args] = command;
  // In a group of its own, so that what it started can be ended with it.
  const child = spawn(program, args, {
    cwd,
    env: withoutGit(env),
    detached: true,
    stdio: ['ignore', log, log],
  });
  const limit = setTimeout(() => endGroup(child.pid), limitMs);
  const ended = new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) => resolve(code === 0 ? null : `ended with ${signal ?? code}`));
  });
  await noteIdentity(child, adminDir);
  return ended.finally(() => clearTimeout(limit));
}

const Identity = z.object({ pid: z.int(), start: z.string(), boot: z.string() });
const identityFile = (adminDir: string): string => join(adminDir, 'swarm-install.json');

async function noteIdentity({ pid }: ChildProcess, adminDir: string): Promise<void> {
  const identity = pid === undefined ? undefined : await observeIdentity(pid);
  if (identity) await writeAtomic(identityFile(adminDir), JSON.stringify(identity));
}

/** One that outlived the process that started it must not work beside the next. */
async function endEarlier(adminDir: string): Promise<void> {
  const file = identityFile(adminDir);
  const text = await unlessMissing(file, null, () => readFile(file, 'utf8'));
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

// An install that calls git must find the workspace's repository, not the one of whoever started us.
const withoutGit = (env: Installation['env']): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name]) =>
        !name.startsWith('GIT_DIR') && !name.startsWith('GIT_WORK') && !name.startsWith('GIT_INDEX'),
    ),
  );
