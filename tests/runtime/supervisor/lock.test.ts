import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { isLocked } from '../../../src/runtime/lock/acquire-lock.ts';
import { acquireSupervisorLock } from '../../../src/runtime/supervisor/lock.ts';
import { ODD_THINGS } from '../agent-files/odd-things.ts';
import { bundleScript, scriptEnv } from './bundle.ts';

let scripts: string;
let holder: string;
let folder: string;
let lockFile: string;

beforeAll(async () => {
  scripts = mkdtempSync(join(tmpdir(), 'swarm-lock-'));
  holder = await bundleScript(join(import.meta.dirname, 'lock-holder.ts'), scripts);
});
afterAll(() => rmSync(scripts, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'swarm-lock-'));
  lockFile = join(folder, 'supervisor.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

type Rival = Readonly<{ child: ChildProcess; answer: Promise<string>; ended: Promise<unknown> }>;

function rival(): Rival {
  const child = spawn(process.execPath, [holder, lockFile], {
    env: scriptEnv(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return {
    child,
    answer: new Promise((resolve) => child.stdout?.once('data', (chunk) => resolve(String(chunk).trim()))),
    ended: new Promise((resolve) => child.once('exit', resolve)),
  };
}

test('of two in one process only the first holds it, until it lets go', () => {
  const first = acquireSupervisorLock(lockFile);
  expect(acquireSupervisorLock(lockFile)).toEqual({ isAcquired: false });

  if (first.isAcquired) first.release();

  const next = acquireSupervisorLock(lockFile);
  expect(next.isAcquired).toBe(true);
  if (next.isAcquired) next.release();
});

test('kill -9 of the holder frees it', { timeout: 20_000 }, async () => {
  const { child, answer, ended } = rival();
  expect(await answer).toBe('acquired');
  expect(acquireSupervisorLock(lockFile).isAcquired).toBe(false);

  child.kill('SIGKILL');
  await ended;

  const mine = acquireSupervisorLock(lockFile);
  expect(mine.isAcquired).toBe(true);
  if (mine.isAcquired) mine.release();
});

test('of eight processes that race, exactly one holds it', { timeout: 60_000 }, async () => {
  const rivals = Array.from({ length: 8 }, rival);
  const answers = await Promise.all(rivals.map(({ answer }) => answer));
  for (const { child } of rivals) child.stdin?.end();
  await Promise.all(rivals.map(({ ended }) => ended));

  expect(answers.filter((answer) => answer === 'acquired')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'busy')).toHaveLength(7);
});

test('it is one empty file, also after kill -9', async () => {
  const { child, answer, ended } = rival();
  expect(await answer).toBe('acquired');
  child.kill('SIGKILL');
  await ended;
  expect(readdirSync(folder)).toEqual(['supervisor.lock']);
  expect(statSync(lockFile).size).toBe(0);
});

test('a file that is something else is a fault that says what to remove', () => {
  writeFileSync(lockFile, 'not a database at all'.repeat(100));
  expect(() => acquireSupervisorLock(lockFile)).toThrow(
    expect.objectContaining({ code: 'lock-failed', hint: expect.stringContaining(lockFile) }),
  );
});

test('a missing folder is a fault', () => {
  expect(() => acquireSupervisorLock(join(folder, 'no', 'lock'))).toThrow(
    expect.objectContaining({ code: 'lock-failed' }),
  );
});

test.each(Object.entries(ODD_THINGS))(
  '%s in its place is set aside, and waited for by none',
  async (_, make) => {
    await make(lockFile, join(folder, 'outside'));
    expect(isLocked(lockFile)).toBe(false);
    const mine = acquireSupervisorLock(lockFile);
    expect(mine.isAcquired).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(['.aside-1-supervisor.lock', 'supervisor.lock']);
    if (mine.isAcquired) mine.release();
  },
);
