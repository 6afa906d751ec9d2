import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Fault } from '../../domain/fault.ts';
import { errnoOf } from '../files/file-fault.ts';

export type Command = Readonly<{
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd?: string;
  timeoutMs?: number;
  /** Of stdout and stderr together. */
  maxBytes?: number;
}>;

export type Execution = Readonly<{ code: number; stdout: string; stderr: string }>;

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
const KILLED = 128;

/**
 * Runs a program to its end, without a shell. A bad exit code is an answer; not starting, not ending and
 * endless output are faults, named after the program: `tmux-missing`, `tmux-timeout`, `tmux-failed`.
 */
export function exec(command: Command): Promise<Execution> {
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = command;
  return new Promise((resolve, reject) => {
    const child = start(command);
    // Other processes may keep the pipes of a killed program open, so its streams are not awaited.
    const giveUp = (fault: Fault) => {
      clearTimeout(limit);
      child.kill('SIGKILL');
      child.stdout.destroy();
      child.stderr.destroy();
      reject(fault);
    };
    const limit = setTimeout(() => giveUp(timeoutFault(command, timeoutMs)), timeoutMs);
    const output = collect(child, maxBytes, () => giveUp(outputFault(command, maxBytes)));

    child.on('error', (error) => {
      clearTimeout(limit);
      reject(startFault(command, error));
    });
    child.on('close', (code) => {
      clearTimeout(limit);
      resolve({ code: code ?? KILLED, ...output() });
    });
  });
}

// Some failures to start are thrown, others arrive as an event.
function start(command: Command) {
  const { program, args, env, cwd } = command;
  try {
    return spawn(program, args, { env, ...(cwd ? { cwd } : {}), stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw startFault(command, error);
  }
}

function collect(
  child: ChildProcess,
  maxBytes: number,
  onTooMuch: () => void,
): () => { stdout: string; stderr: string } {
  const chunks: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  let bytes = 0;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) onTooMuch();
      else chunks[name].push(chunk);
    });
  }
  const textOf = (name: 'stdout' | 'stderr') => Buffer.concat(chunks[name]).toString('utf8');
  return () => ({ stdout: textOf('stdout'), stderr: textOf('stderr') });
}

const nameOf = (command: Command): string => command.program.split('/').at(-1) ?? command.program;

function startFault(command: Command, error: unknown): Fault {
  const name = nameOf(command);
  // The system gives the same answer for a folder to run in that is not there.
  if (command.cwd !== undefined && !existsSync(command.cwd)) {
    return new Fault('folder-missing', `The folder is not there: ${command.cwd}`, { cause: error });
  }
  if (errnoOf(error) === 'ENOENT') {
    return new Fault(`${name}-missing`, `${name} is not installed or not on the PATH`, {
      hint: `Install ${name} and try again.`,
      cause: error,
    });
  }
  return new Fault(`${name}-failed`, `${name} could not be started`, { retry: true, cause: error });
}

const timeoutFault = (command: Command, timeoutMs: number): Fault =>
  new Fault(`${nameOf(command)}-timeout`, `${nameOf(command)} did not answer within ${timeoutMs} ms`, {
    retry: true,
  });

const outputFault = (command: Command, maxBytes: number): Fault =>
  new Fault(`${nameOf(command)}-failed`, `${nameOf(command)} wrote more than ${maxBytes} bytes`);
