import { type ChildProcess, spawn } from 'node:child_process';
import { Fault } from '../../domain/fault.ts';
import { errnoOf } from '../files/file-fault.ts';

export type GitCall = Readonly<{
  /** The folder to work in; its repository is found upward. */
  in?: string;
  /**
   * Names the repository itself, so that whatever an agent did to the `.git` of its folder does not matter.
   */
  gitDir?: string;
  workTree?: string;
  indexFile?: string;
  env?: Readonly<Record<string, string>>;
  /** More of `-c name=value`. */
  settings?: readonly string[];
  input?: string;
  /** An open file that takes what git prints, byte by byte, in place of the answer. */
  outputTo?: number;
  timeoutMs?: number;
  /** Gives git a process group of its own, and tells its number. */
  onStart?: (group: number) => void;
}>;

export type GitAnswer = Readonly<{ code: number; stdout: string; stderr: string }>;

/** Runs git with nothing of the caller's repository in its environment, without hooks, prompts or pagers. */
export type Git = Readonly<{
  run(args: readonly string[], call?: GitCall): Promise<GitAnswer>;
  /** What git printed, without the last line end; a fault when git says no. */
  ask(args: readonly string[], call?: GitCall): Promise<string>;
  /** The same, but null when git says no. */
  askOrNull(args: readonly string[], call?: GitCall): Promise<string | null>;
}>;

type Env = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 10 * 60_000;
const KILL_AFTER_MS = 2_000;
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_SHOWN = 4_000;
const KEPT = /^GIT_(CONFIG_(GLOBAL|SYSTEM|NOSYSTEM)|EXEC_PATH|SSL_.*|SSH.*)$/;

const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.quotePath=false',
  'core.safecrlf=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.file.allow=always',
];

export function openGit(env: Env): Git {
  const clean = cleanEnv(env);
  const run: Git['run'] = (args, call = {}) => runGit(args, call, { ...clean, ...envOf(call), ...call.env });
  return {
    run,
    async ask(args, call) {
      const answer = await run(args, call);
      if (answer.code !== 0) throw gitFault(args, answer.stderr);
      return answer.stdout.replace(/\n$/, '');
    },
    async askOrNull(args, call) {
      const answer = await run(args, call);
      return answer.code === 0 ? answer.stdout.replace(/\n$/, '') : null;
    },
  };
}

function cleanEnv(env: Env): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (!name.startsWith('GIT_') || KEPT.test(name))) kept[name] = value;
  }
  return { ...kept, GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', GIT_PAGER: 'cat', LC_ALL: 'C' };
}

function envOf({ gitDir, workTree, indexFile }: GitCall): Record<string, string> {
  return {
    ...(gitDir === undefined ? {} : { GIT_DIR: gitDir }),
    ...(workTree === undefined ? {} : { GIT_WORK_TREE: workTree }),
    ...(indexFile === undefined ? {} : { GIT_INDEX_FILE: indexFile }),
  };
}

function runGit(args: readonly string[], call: GitCall, env: Record<string, string>): Promise<GitAnswer> {
  const folder = call.in ?? call.workTree ?? '/';
  // With -C, a folder that is gone is git's answer; as a working directory it would look like a missing git.
  const settings = [...SETTINGS, ...(call.settings ?? [])].flatMap((setting) => ['-c', setting]);
  const detached = call.onStart !== undefined;
  const child = spawn('git', ['-C', folder, ...settings, ...args], {
    cwd: '/',
    env,
    stdio: ['pipe', call.outputTo ?? 'pipe', 'pipe'],
    detached,
  });
  if (child.pid !== undefined) call.onStart?.(child.pid);
  return new Promise((resolve, reject) => {
    const timeoutMs = call.timeoutMs ?? TIMEOUT_MS;
    let fault: Fault | undefined;
    const giveUp = (problem: string): void => {
      fault ??= new Fault('git-failed', `git ${args[0]} ${problem}`, { retry: true });
      endGently(child);
    };
    const limit = setTimeout(() => giveUp(`did not end within ${timeoutMs} ms`), timeoutMs);
    const output = collect(child, () => giveUp(`wrote more than ${MAX_BYTES} bytes`));
    child.stdin?.on('error', () => {}); // It ended without reading everything; its exit code says why.
    child.stdin?.end(call.input ?? '');
    child.on('error', (error) => {
      clearTimeout(limit);
      reject(startFault(error));
    });
    child.on('close', (code) => {
      clearTimeout(limit);
      if (fault) reject(fault);
      else if (code === null) reject(new Fault('git-failed', `git ${args[0]} was killed`, { retry: true }));
      else resolve({ code, ...output() });
    });
  });
}

// On SIGTERM git removes its lock files, which would block other commands.
function endGently(child: ChildProcess): void {
  child.kill('SIGTERM');
  const last = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  child.once('close', () => clearTimeout(last));
}

function collect(child: ChildProcess, onTooMuch: () => void): () => Pick<GitAnswer, 'stdout' | 'stderr'> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let bytes = 0;
  for (const [stream, chunks] of [[child.stdout, out] as const, [child.stderr, err] as const]) {
    stream?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) onTooMuch();
      else chunks.push(chunk);
    });
  }
  return () => ({ stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8') });
}

function startFault(error: Error): Fault {
  if (errnoOf(error) !== 'ENOENT') {
    return new Fault('git-failed', `git could not be started: ${error.message}`, {
      retry: true,
      cause: error,
    });
  }
  return new Fault('git-missing', 'git is not installed or not on the PATH', {
    hint: 'install git 2.20 or newer',
    cause: error,
  });
}

const gitFault = (args: readonly string[], stderr: string): Fault =>
  new Fault('git-failed', `git ${args[0]} failed: ${stderr.trim().slice(-MAX_SHOWN)}`, { retry: true });
