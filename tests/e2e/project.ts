import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { projectPaths } from '../../src/runtime/project/project-paths.ts';
import { saveTrust } from '../../src/runtime/project/trust.ts';
import { findAnswerProblem } from './json-answers.ts';
import { livingOf } from './living.ts';

const BUNDLE = resolve(import.meta.dirname, '../../dist/swarm.cjs');
const COMMAND_LIMIT_MS = 60_000;
const CLEAN_LOOKS = 200;

export type ProgramEnd = Readonly<{ code: number; stdout: string; stderr: string }>;

/** A git project of its own in a temporary folder, with its own HOME, sockets and tmux server. */
export type TestProject = Readonly<{
  root: string;
  home: string;
  env: Readonly<Record<string, string>>;
  /** Runs `swarm` there. */
  swarm: (...words: string[]) => Promise<ProgramEnd>;
  /** The same, with more environment or with text on stdin. */
  swarmWith: (
    more: { env?: Record<string, string>; stdin?: string | Buffer; cwd?: string },
    ...words: string[]
  ) => Promise<ProgramEnd>;
  /** The one JSON value that `swarm … --json` prints. */
  json: <T>(...words: string[]) => Promise<T>;
  /** Writes a file below the root and gives back its path. */
  write: (path: string, text: string | Buffer) => string;
  /** A task file whose agent plays these steps. */
  script: (name: string, steps: readonly string[]) => string;
  tmux: (...args: string[]) => string;
  paths: ReturnType<typeof projectPaths>;
  /** Ends everything of it and removes it. Happens by itself when the test is over. */
  end: () => Promise<void>;
}>;

export async function makeProject(config: Readonly<Record<string, unknown>> = {}): Promise<TestProject> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-e2e-')));
  const root = join(base, 'project');
  const home = join(base, 'home');
  const runtimeDir = join(base, 'run');
  for (const folder of [root, home]) mkdirSync(folder);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    XDG_STATE_HOME: join(base, 'state'),
    SWARM_RUNTIME_DIR: runtimeDir,
    TMUX_TMPDIR: base,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    // A supervisor that a look started would begin its work while the project is being removed.
    SWARM_NO_START: '1',
  };
  const paths = projectPaths(root, { runtimeDir });
  const write = (path: string, text: string | Buffer): string => {
    const file = join(root, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  write('swarm.config.json', JSON.stringify({ cli: 'rehearsal', supervisor: { idleStop: '5m' }, ...config }));
  git(root, env);
  // A person would have made it with `swarm init`, or trusted it.
  saveTrust(root, env);
  const swarmWith: TestProject['swarmWith'] = async (more, ...words) => {
    const ran = await run({ root, env, more }, words);
    const isInsideAttempt = more.env?.SWARM_ATTEMPT_DIR !== undefined;
    const problem = await findAnswerProblem({ words, stdout: ran.stdout, isInsideAttempt });
    if (problem !== null) throw new Error(problem);
    return ran;
  };
  const project: TestProject = {
    root,
    home,
    env,
    paths,
    end: () => tearDown(project, base),
    write,
    swarmWith,
    swarm: (...words) => swarmWith({}, ...words),
    json: async <T>(...words: string[]) => JSON.parse((await swarmWith({}, ...words, '--json')).stdout) as T,
    script: (name, steps) =>
      write(
        `tasks/${name}.md`,
        `# ${name}\n\n\`\`\`rehearsal\n${steps.map((s) => `- ${s}`).join('\n')}\n\`\`\`\n`,
      ),
    tmux: (...args) =>
      execFileSync('tmux', ['-L', paths.tmuxSocketName, ...args], {
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  };
  onTestFinished(project.end);
  return project;
}

function git(root: string, env: Record<string, string>): void {
  const as = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid'];
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['commit', '-qm', 'Begin'],
  ]) {
    execFileSync('git', [...as, ...args], { cwd: root, env, stdio: 'pipe' });
  }
}

type RunOptions = Readonly<{
  root: string;
  env: Record<string, string>;
  more: { env?: Record<string, string>; stdin?: string | Buffer; cwd?: string };
}>;

function run({ root, env, more }: RunOptions, words: readonly string[]): Promise<ProgramEnd> {
  return new Promise((settle) => {
    const child = execFile(
      process.execPath,
      [BUNDLE, ...words],
      {
        cwd: more.cwd ?? root,
        env: { ...env, ...more.env },
        timeout: COMMAND_LIMIT_MS,
        maxBuffer: 64 * 1024 * 1024,
      },
      (error, stdout, stderr) =>
        settle({ code: error ? exitCodeOf(error, child.signalCode) : 0, stdout, stderr }),
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(more.stdin ?? '');
  });
}

const exitCodeOf = (error: { code?: unknown }, signal: NodeJS.Signals | null): number =>
  typeof error.code === 'number' ? error.code : signal === null ? 1 : 128;

/** A command that stays, such as one that follows; killed when the test ends. */
export function startSwarm(project: TestProject, ...words: string[]) {
  const child = spawn(process.execPath, [BUNDLE, ...words], {
    cwd: project.root,
    env: project.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function tearDown(project: TestProject, base: string): Promise<void> {
  if (!existsSync(base)) return;
  await project.swarm('supervisor', 'stop');
  try {
    project.tmux('kill-server');
  } catch {
    // No server is left, which is what was wanted.
  }
  for (let looks = 0; looks < CLEAN_LOOKS && endLeftovers(project) > 0; looks++) await setImmediate();
  rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Ends what a test left at work in its own project; gives back how many there were. */
function endLeftovers(project: TestProject): number {
  const left = livingOf(project);
  for (const line of left) {
    try {
      process.kill(Number.parseInt(line, 10), 'SIGKILL');
    } catch {
      // It has gone by itself.
    }
  }
  return left.length;
}

/** The pid of the project's supervisor. */
export async function supervisorPid({ json }: TestProject): Promise<number> {
  return (await json<{ pid: number }>('supervisor', 'status')).pid;
}

/** Creates a session that plays the steps, and gives back its id. */
export async function create(
  project: TestProject,
  steps: readonly string[],
  ...flags: string[]
): Promise<string> {
  const file = project.script(`task-${Math.random().toString(36).slice(2)}`, steps);
  const ran = await project.swarm('create', 'rehearsal', file, '--quiet', ...flags);
  if (ran.code !== 0) throw new Error(`create failed: ${ran.stderr}${ran.stdout}`);
  return ran.stdout.trim();
}

export type Status = Readonly<{
  session_id: string;
  title: string;
  status: string;
  state: string;
  reason: string | null;
  attempt: number;
  exit_code: number | null;
}>;

export const statusOf = (project: TestProject, id: string): Promise<Status> =>
  project.json<Status>('status', id);
