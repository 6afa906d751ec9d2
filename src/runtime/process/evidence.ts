import { readFileSync, readlinkSync } from 'node:fs';
import { sep } from 'node:path';
import { exec } from './exec.ts';
import type { ProcessRow } from './process-table.ts';

// What the system tells of a process: nothing here can be changed by a file, or by another process.

const hasProc = process.platform === 'linux';
const PS_ENV = { PATH: '/bin:/usr/bin:/sbin:/usr/sbin', LC_ALL: 'C' };

/** Whether the process was started with this variable. */
export function hasVariable(pid: number, name: string, value: string): boolean {
  return holds(read(`/proc/${pid}/environ`), `${name}=${value}`);
}

/**
 * Recognises processes that were started with this variable. macOS tells the environment only of programs
 * that it does not protect itself: there, other proofs must do for a shell.
 */
export async function startedWith(name: string, value: string): Promise<(row: ProcessRow) => boolean> {
  if (hasProc) return ({ pid }) => hasVariable(pid, name, value);
  const lines = await psLines(['-axEww', '-o', 'pid=,command=']);
  const marked = lines.filter(({ rest }) => `${rest} `.includes(` ${name}=${value} `));
  const pids = new Set(marked.map(({ pid }) => pid));
  return ({ pid }) => pids.has(pid);
}

/** Recognises processes by their command line, with a space between the words. */
export async function runningAs(isSo: (command: string) => boolean): Promise<(row: ProcessRow) => boolean> {
  if (hasProc) return ({ pid }) => isSo(commandOf(pid));
  const lines = await psLines(['-axww', '-o', 'pid=,command=']);
  const pids = new Set(lines.filter(({ rest }) => isSo(rest)).map(({ pid }) => pid));
  return ({ pid }) => pids.has(pid);
}

/** Whether it works in this folder or below. Only Linux tells. */
export function worksIn(pid: number, folder: string): boolean {
  if (!hasProc) return false;
  try {
    const cwd = readlinkSync(`/proc/${pid}/cwd`);
    return cwd === folder || cwd.startsWith(folder + sep);
  } catch {
    return false;
  }
}

/** A process, its parent, and so on. */
export function lineageOf(table: readonly ProcessRow[], pid: number): ReadonlySet<number> {
  const parents = new Map(table.map((row) => [row.pid, row.parent]));
  const found = new Set<number>();
  for (let at = pid; at > 0 && !found.has(at); at = parents.get(at) ?? 0) found.add(at);
  return found;
}

const commandOf = (pid: number): string =>
  read(`/proc/${pid}/cmdline`).toString('utf8').replace(/\0$/, '').replaceAll('\0', ' ');

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

function holds(environ: Buffer, variable: string): boolean {
  const wanted = Buffer.from(`${variable}\0`);
  for (let at = environ.indexOf(wanted); at !== -1; at = environ.indexOf(wanted, at + 1)) {
    if (at === 0 || environ[at - 1] === 0) return true;
  }
  return false;
}

async function psLines(args: readonly string[]): Promise<readonly { pid: number; rest: string }[]> {
  const { stdout } = await exec({ program: 'ps', args, env: PS_ENV });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, rest] = /^\s*(\d+)\s+(.*\S)\s*$/.exec(line) ?? [];
    return pid && rest ? [{ pid: Number(pid), rest }] : [];
  });
}
