import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type { LaunchPlan } from '../../../src/domain/agent/agent.ts';
import { type AttemptFolder, attemptFolder } from '../../../src/runtime/attempt/attempt-folder.ts';
import type { AttemptObservation, AttemptRef, Attempts } from '../../../src/runtime/attempt/attempts.ts';
import { observeMembers } from '../../../src/runtime/attempt/members.ts';
import { realAttempts } from '../../../src/runtime/attempt/real-attempts.ts';
import { type AttemptSettings, type AttemptWorld, attemptWorld } from '../../../src/runtime/attempt/world.ts';
import { hasVariable } from '../../../src/runtime/process/evidence.ts';
import { exec } from '../../../src/runtime/process/exec.ts';
import { observeProcesses } from '../../../src/runtime/process/process-table.ts';
import { observeMeans } from '../../../src/runtime/resource/observe-means.ts';
import { openTmux, type Tmux } from '../../../src/runtime/tmux/tmux.ts';

const WAIT_MS = 15_000;

export const textEnv = (): Record<string, string> =>
  Object.fromEntries(Object.entries(process.env).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])));

/** tmux leaves the file of its socket behind. */
export const socketPath = (name: string): string =>
  join(process.env.TMUX_TMPDIR ?? '/tmp', `tmux-${process.getuid?.()}`, name);

export type OverAttempt = Extract<AttemptObservation, { is: 'over' }>;

/** A private folder and a private tmux server, with adapters for both. */
export type Stage = Readonly<{
  root: string;
  workDir: string;
  socket: string;
  tmux: Tmux;
  world: AttemptWorld;
  attempts: Attempts;
  ref: AttemptRef;
  folder: AttemptFolder;
  /** Starts `sh -c script` as the agent. */
  run(script: string, plan?: Partial<LaunchPlan>): Promise<void>;
  tmuxRun(...args: string[]): Promise<string>;
  waitUntil(isSo: () => Promise<boolean>): Promise<void>;
  waitForFile(path: string): Promise<string>;
  waitOver(): Promise<OverAttempt>;
  close(): Promise<void>;
}>;

export function openStage(more: Partial<AttemptSettings> = {}): Stage {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'swarm attempt-')));
  const socket = `swarm-test-${randomBytes(6).toString('hex')}`;
  const env = textEnv();
  const tmux = openTmux({ socket, env });
  const sessionsDir = join(root, '.swarm', 'sessions');
  mkdirSync(join(root, '.swarm'));
  const own = { tmux, env, observeMeans: () => observeMeans(env) };
  const world = attemptWorld({ ...foldersOf(root), ...PLAIN, ...own, ...more });
  const attempts = realAttempts(world);
  const ref: AttemptRef = { sessionId: '20260101-120000-tester', attempt: 1, runId: null, role: null };
  const folder = attemptFolder(sessionsDir, ref);
  const workDir = join(root, 'work \'folder\' "$HOME"');
  const tmuxRun = async (...args: string[]): Promise<string> =>
    (await exec({ program: 'tmux', args: ['-L', socket, ...args], env })).stdout;

  const waitUntil = async (isSo: () => Promise<boolean>): Promise<void> => {
    try {
      await vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: WAIT_MS, interval: 10 });
    } catch (cause) {
      const names = await readdir(folder.dir).catch(() => []);
      const seen = JSON.stringify([await attempts.observe(ref), names, await observeMembers(world, ref)]);
      throw new Error(`waited in vain; there is ${seen}`, { cause });
    }
  };
  const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

  return {
    root,
    workDir,
    socket,
    tmux,
    world,
    attempts,
    ref,
    folder,
    async run(script, plan = {}) {
      await mkdir(workDir, { recursive: true });
      await attempts.ensureOpen(ref, planOf(['/bin/sh', '-c', script], { workDir, ...plan }), 'headless');
    },
    tmuxRun,
    waitUntil,
    async waitForFile(path) {
      await waitUntil(async () => (await read(path)).endsWith('\n'));
      return read(path);
    },
    async waitOver() {
      await waitUntil(async () => (await attempts.observe(ref)).is === 'over');
      return (await attempts.observe(ref)) as OverAttempt;
    },
    async close() {
      await tmuxRun('kill-server');
      await attempts.ensureGone(ref);
      await tmuxRun('kill-server');
      await rm(root, { recursive: true, force: true });
      await rm(socketPath(socket), { force: true });
    },
  };
}

const PLAIN = { wrap: null, pass: [], prefix: 'swarm', keepsOutput: true, keepOnExit: false } as const;

const foldersOf = (root: string) => ({
  sessionsDir: join(root, '.swarm', 'sessions'),
  keyFile: join(root, '.swarm', 'attempt.key'),
  launchersDir: join(root, '.swarm', 'launchers'),
  worktreesDir: join(root, 'worktrees'),
  ensureSessionsDir: async () => void mkdirSync(join(root, '.swarm', 'sessions'), { recursive: true }),
});

export const planOf = (argv: readonly string[], more: Partial<LaunchPlan> = {}): LaunchPlan => ({
  argv,
  env: {},
  workDir: '/',
  input: 'prompt',
  files: { 'prompt.md': 'the task\n' },
  ...more,
});

/** Nothing of the stage is running any more. */
export const expectNothingLeft = (stage: Stage): Promise<void> =>
  vi.waitFor(async () => expect(await leftovers(stage)).toEqual([]), { timeout: WAIT_MS });

/** Every process that still belongs to the stage: found by its attempt's folder, or by the environment. */
export async function leftovers({ folder, world, ref }: Stage): Promise<number[]> {
  const { launcher, feeder, helpers, agents } = await observeMembers(world, ref);
  const members = [launcher, feeder, ...helpers, ...agents].flatMap((row) => (row ? [row.pid] : []));
  const marked = (await observeProcesses())
    .filter((row) => !row.isZombie && hasVariable(row.pid, 'SWARM_ATTEMPT_DIR', folder.dir))
    .map(({ pid }) => pid);
  return [...new Set([...members, ...marked])];
}
