import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ProjectPaths, projectPaths } from '../../../src/runtime/project/project-paths.ts';
import { connect } from '../../../src/runtime/socket/client.ts';
import {
  ensureSupervisor,
  observeSupervisor,
  type SupervisorProgram,
} from '../../../src/runtime/supervisor/start.ts';
import { bundleScript, scriptEnv } from './bundle.ts';

const run = promisify(execFile);
const LIMIT_MS = 60_000;
let scripts: string;
let standIn: string;
let caller: string;
let paths: ProjectPaths;

beforeAll(async () => {
  scripts = mkdtempSync(join(tmpdir(), 'swarm-start-'));
  for (const name of ['stand-in', 'caller']) mkdirSync(join(scripts, name));
  standIn = await bundleScript(join(import.meta.dirname, 'stand-in.ts'), join(scripts, 'stand-in'));
  caller = await bundleScript(join(import.meta.dirname, 'caller.ts'), join(scripts, 'caller'));
});
afterAll(() => rmSync(scripts, { recursive: true, force: true }));

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'swarm-start-'));
  mkdirSync(join(root, '.swarm'));
  paths = projectPaths(root, { runtimeDir: join(root, 'sockets') });
});
afterEach(async () => {
  const client = await connect(paths.socketFile);
  await client?.stop(5_000);
  for (const pid of winners()) if (await isOurs(pid)) endForGood(pid);
  rmSync(paths.root, { recursive: true, force: true });
});

const program = (part = 'good'): SupervisorProgram => ({
  paths,
  program: [standIn, paths.runtimeDir, part],
  nodePath: process.execPath,
  env: scriptEnv(),
});

function winners(): number[] {
  const file = join(paths.swarmDir, 'winners');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

// A number may have been given to another process meanwhile.
async function isOurs(pid: number): Promise<boolean> {
  const { stdout } = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes(paths.runtimeDir);
}

// It may have left by itself since it was looked at.
function endForGood(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function ended(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { timeout: 10_000, interval: 5 }).toBe(false);
}

test('the first caller starts it and the next one finds the same', { timeout: LIMIT_MS }, async () => {
  const first = await ensureSupervisor(program());
  const second = await ensureSupervisor(program());

  expect(first).toEqual({ pid: winners()[0], started: true });
  expect(second).toEqual({ pid: first.pid, started: false });
});

test('it runs in the root, in a session of its own, without a terminal', { timeout: LIMIT_MS }, async () => {
  const { pid } = await ensureSupervisor(program());

  const { stdout } = await run('ps', ['-o', 'sid=,tty=', '-p', String(pid)]);
  expect(stdout.trim().split(/\s+/)).toEqual([String(pid), '?']);
  if (process.platform === 'linux') expect(realpathSync(`/proc/${pid}/cwd`)).toBe(paths.root);
});

test('twenty callers in one process end with one supervisor', { timeout: LIMIT_MS }, async () => {
  const observations = await Promise.all(Array.from({ length: 20 }, () => ensureSupervisor(program())));

  expect(new Set(observations.map(({ pid }) => pid)).size).toBe(1);
  expect(observations.filter(({ started }) => started)).toHaveLength(1);
  expect(winners()).toHaveLength(1);
});

test('eight processes that need it at once end with one supervisor', { timeout: LIMIT_MS }, async () => {
  const words = [caller, paths.root, paths.runtimeDir, standIn];
  const observations = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { stdout } = await run(process.execPath, words, { env: scriptEnv() });
      return JSON.parse(stdout);
    }),
  );

  expect(new Set(observations.map(({ pid }) => pid)).size).toBe(1);
  expect(observations.filter(({ started }) => started)).toHaveLength(1);
  expect(winners()).toHaveLength(1);
});

test('it outlives the process that started it', { timeout: LIMIT_MS }, async () => {
  const { stdout } = await run(process.execPath, [caller, paths.root, paths.runtimeDir, standIn], {
    env: scriptEnv(),
  });

  expect(await observeSupervisor(paths.socketFile)).toBe(JSON.parse(stdout).pid);
});

test('after kill -9 the next caller starts another at the same socket', { timeout: LIMIT_MS }, async () => {
  const first = await ensureSupervisor(program());
  process.kill(first.pid, 'SIGKILL');
  await ended(first.pid);
  expect(existsSync(paths.socketFile)).toBe(true);

  const second = await ensureSupervisor(program());

  expect(second.started).toBe(true);
  expect(await observeSupervisor(paths.socketFile)).toBe(second.pid);
});

test('one that is just leaving is followed by a new one', { timeout: LIMIT_MS }, async () => {
  const first = await ensureSupervisor(program('lingers'));
  const client = await connect(paths.socketFile);
  expect(await client?.stop(5_000)).toBe(true);

  const second = await ensureSupervisor(program());

  expect(second.pid).not.toBe(first.pid);
  expect(second.started).toBe(true);
});

test('a crash at the start is a fault that shows the end of its log', { timeout: LIMIT_MS }, async () => {
  await expect(ensureSupervisor(program('crashes'))).rejects.toMatchObject({
    code: 'supervisor-failed',
    message: expect.stringContaining('the stand-in was told to crash'),
    hint: expect.stringContaining(join(paths.logsDir, 'supervisor.log')),
  });
});

test('what it says about its failure reaches the caller in one line', { timeout: LIMIT_MS }, async () => {
  await expect(ensureSupervisor(program('refuses'))).rejects.toMatchObject({
    code: 'supervisor-failed',
    message: 'the supervisor did not start: no luck',
  });
});

test('one that never gets ready is ended and reported', { timeout: LIMIT_MS }, async () => {
  await expect(ensureSupervisor({ ...program('hangs'), limitMs: 500 })).rejects.toMatchObject({
    code: 'supervisor-failed',
    message: expect.stringMatching(/not ready after \d+ ms/),
  });
  // It was sent the signal that nothing survives; the kernel takes it away a moment later.
  await vi.waitFor(async () => {
    const { stdout } = await run('ps', ['-eo', 'args=']);
    expect(stdout).not.toContain(paths.runtimeDir);
  }, LIMIT_MS);
});

test('a holder of the lock that does not answer is a fault, and gets no rival', {
  timeout: LIMIT_MS,
}, async () => {
  const deaf = await ensureSupervisor(program('deaf'));
  try {
    await expect(ensureSupervisor({ ...program(), limitMs: 3_000 })).rejects.toMatchObject({
      code: 'supervisor-failed',
      message: expect.stringContaining('does not answer'),
    });
    expect(winners()).toEqual([]);
  } finally {
    process.kill(deaf.pid, 'SIGKILL');
  }
});

test('a program that cannot be run is a fault', { timeout: LIMIT_MS }, async () => {
  await expect(ensureSupervisor({ ...program(), nodePath: '/no/such/node' })).rejects.toMatchObject({
    code: 'supervisor-failed',
    message: expect.stringContaining('ENOENT'),
  });
});
