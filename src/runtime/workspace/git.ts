import { type ChildProcess, spawn } from 'node:child_process';
import { Fault } from '../../domain/fault.ts';
import { errnoOf } from '../files/file-fault.ts';
import { waitsForPipe } from '../process/waits-for-pipe.ts';
import { readAccepted } from './accepted-keys.ts';
import { cleanEnv } from './git-env.ts';
import { isPlain, withoutDrivers, withoutHelpers } from './git-guards.ts';
import { rememberKeys } from './known-keys.ts';

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
  /** An open file that git reads instead. */
  inputFrom?: number;
  /** An open file that takes what git prints, byte by byte, in place of the answer. */
  outputTo?: number;
  timeoutMs?: number;
  /** Git is ended when it has printed so much; what it printed until then is the answer. */
  cutAtBytes?: number;
  /** Gives git a process group of its own, and tells its number. */
  onStart?: (group: number) => void;
}>;

export type GitAnswer = Readonly<{
  code: number;
  stdout: string;
  stderr: string;
  /** It was ended at `cutAtBytes`; the code is 0. */
  isCut?: true;
}>;

/**
 * The only way to git. An agent may have written the configuration of any repository that it can reach:
 * nothing of that is run, be it a hook, a driver, a helper or a fetch, and git gets little of the person's
 * environment.
 */
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
const LOOK_EVERY_MS = 1_000;
const MAX_BYTES = 256 * 1024 * 1024;
const MAX_SHOWN = 4_000;

const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.quotePath=false',
  'core.safecrlf=false',
  'core.pager=cat',
  'core.editor=true',
  'core.askPass=true',
  'core.sshCommand=false',
  'core.gitProxy=',
  'credential.helper=',
  'gpg.program=false',
  'log.showSignature=false',
  'commit.gpgSign=false',
  'submodule.recurse=false',
  'status.submoduleSummary=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.allow=never',
];

/** An agent can put one in the place of any file that git reads. */
const PIPE_IN_THE_WAY =
  'waits for a named pipe in the repository or in a workspace; to find it: find . -type p';

/** `project`: drivers that the person has accepted for it are run. */
export function openGit(env: Env, project?: string): Git {
  const clean = cleanEnv(env);
  const runPlain: Git['run'] = (args, call = {}) =>
    runGit(withoutHelpers(args), call, { ...clean, ...envOf(call), ...call.env });
  const findKeys = rememberKeys(runPlain);
  const run: Git['run'] = async (args, call = {}) => {
    if (isPlain(args)) return runPlain(args, call);
    const accepted = project === undefined ? [] : readAccepted(project, env);
    return runPlain(args, withoutDrivers(call, await findKeys(call), accepted));
  };
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
    stdio: [call.inputFrom ?? 'pipe', call.outputTo ?? 'pipe', 'pipe'],
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
    const looks = setInterval(() => {
      if (waitsForPipe(child.pid ?? 0)) giveUp(PIPE_IN_THE_WAY);
    }, LOOK_EVERY_MS);
    child.once('close', () => clearInterval(looks)).once('error', () => clearInterval(looks));
    let isCut = false;
    const output = collect(child, call.cutAtBytes ?? MAX_BYTES, () => {
      if (call.cutAtBytes === undefined) return giveUp(`wrote more than ${MAX_BYTES} bytes`);
      isCut = true;
      endGently(child);
    });
    child.stdin?.on('error', () => {}); // It ended without reading everything; its exit code says why.
    child.stdin?.end(call.input ?? '');
    child.on('error', (error) => {
      clearTimeout(limit);
      reject(startFault(error));
    });
    child.on('close', (code) => {
      clearTimeout(limit);
      if (fault) reject(fault);
      else if (isCut) resolve({ code: 0, ...output(), isCut });
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

function collect(
  child: ChildProcess,
  mostBytes: number,
  onTooMuch: () => void,
): () => Pick<GitAnswer, 'stdout' | 'stderr'> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let bytes = 0;
  for (const [stream, chunks] of [[child.stdout, out] as const, [child.stderr, err] as const]) {
    stream?.on('data', (chunk: Buffer) => {
      const room = mostBytes - bytes;
      bytes += chunk.length;
      if (room > 0) chunks.push(chunk.subarray(0, room));
      if (bytes > mostBytes && room >= 0) onTooMuch();
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
