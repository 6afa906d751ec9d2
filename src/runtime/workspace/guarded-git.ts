import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Fault } from '../../domain/fault.ts';
import { readSmall } from '../agent-files/read-plain.ts';
import { fileFault } from '../files/file-fault.ts';
import { observeProcesses } from '../process/process-table.ts';
import type { Git, GitAnswer, GitCall } from './git.ts';

const Guard = z.object({ group: z.nullable(z.int()), at: z.number() });
type Guard = z.infer<typeof Guard>;

const LEFTOVER_LIMIT_MS = 30_000;
// Between the start of git and the note of its group lies no more than this.
const UNKNOWN_GROUP_MS = 1_000;
const LOOK_EVERY_MS = 20;

/**
 * Runs a git command whose target the next try writes too. When we are killed, git lives on without our
 * lock, and on failure deletes what it believes to be its own; the guard file tells the next process.
 */
export const askGuarded = async (git: Git, guardFile: string, { args, call }: Guarded): Promise<void> => {
  await guarded(guardFile, (onStart) => git.ask(args, { ...call, onStart }));
};

/** The same, where a failure of git is an answer. */
export const runGuarded = (git: Git, guardFile: string, { args, call }: Guarded): Promise<GitAnswer> =>
  guarded(guardFile, (onStart) => git.run(args, { ...call, onStart }));

/** A git whose writes of refs are guarded, and nothing else. */
export function guardRefs(git: Git, guardFile: string): Git {
  const guard =
    <T>(ask: (args: readonly string[], call?: GitCall) => Promise<T>): typeof ask =>
    (args, call) =>
      args[0] === 'update-ref'
        ? guarded(guardFile, (onStart) => ask(args, { ...call, onStart }))
        : ask(args, call);
  return { run: guard(git.run), ask: guard(git.ask), askOrNull: guard(git.askOrNull) };
}

type Guarded = Readonly<{ args: readonly string[]; call: GitCall }>;

async function guarded<T>(
  guardFile: string,
  work: (onStart: (group: number) => void) => Promise<T>,
): Promise<T> {
  await waitForLeftover(guardFile);
  note(guardFile, null);
  try {
    return await work((group) => note(guardFile, group));
  } finally {
    rmSync(guardFile, { force: true });
  }
}

/** Waits until a git that a killed process had started is gone. True when there was one. */
export async function waitForLeftover(guardFile: string): Promise<boolean> {
  const guard = readGuard(guardFile);
  if (guard === null) return false;
  const deadline = Date.now() + LEFTOVER_LIMIT_MS;
  while (await isAtWork(guard)) {
    if (Date.now() > deadline) {
      const problem = `git, as process group ${guard.group}, is still at work for a process that has died`;
      throw new Fault('git-failed', problem, { retry: true });
    }
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

/** The leftover was seen to, and is no more. */
export const forgetLeftover = (guardFile: string): void => rmSync(guardFile, { force: true });

async function isAtWork({ group, at }: Guard): Promise<boolean> {
  if (group === null) return Date.now() < at + UNKNOWN_GROUP_MS;
  return (await observeProcesses()).some((row) => row.group === group && !row.isZombie);
}

// Synchronous, to shorten the window between the start of git and this note.
function note(guardFile: string, group: number | null): void {
  try {
    writeFileSync(guardFile, JSON.stringify({ group, at: Date.now() } satisfies Guard));
  } catch (error) {
    throw fileFault(error, guardFile);
  }
}

function readGuard(guardFile: string): Guard | null {
  const text = readSmall(guardFile);
  if (text === null) return null;
  try {
    return Guard.parse(JSON.parse(text));
  } catch {
    // It was torn by the kill, and so is as young as git.
    return { group: null, at: Date.now() };
  }
}
