import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { hasVariable } from '../../../src/runtime/process/evidence.ts';
import { exec } from '../../../src/runtime/process/exec.ts';
import { isAlive, observeBoot, observeIdentity } from '../../../src/runtime/process/identity.ts';
import { observeProcess, observeProcesses } from '../../../src/runtime/process/process-table.ts';
import { sendSignalTo } from '../../../src/runtime/process/signal.ts';

const env = { PATH: process.env.PATH ?? '' };
const sh = (script: string) => exec({ program: '/bin/sh', args: ['-c', script], env });

test('output and exit code come back, a bad code is an answer', async () => {
  expect(await sh('echo out; echo err >&2; exit 3')).toEqual({ code: 3, stdout: 'out\n', stderr: 'err\n' });
});

test('arguments are not read by a shell', async () => {
  const said = await exec({ program: 'printf', args: ['%s|', '$HOME', "it's", 'a b', '*'], env });
  expect(said.stdout).toBe("$HOME|it's|a b|*|");
});

test('a program that is not there is a fault named after it', async () => {
  await expect(exec({ program: 'no-such-tool', args: [], env })).rejects.toMatchObject({
    code: 'no-such-tool-missing',
  });
});

test('a folder that is not there is not taken for a missing program', async () => {
  const command = { program: 'true', args: [], env, cwd: '/no/such/folder' };
  await expect(exec(command)).rejects.toMatchObject({ code: 'folder-missing' });
});

test('arguments that no program can be given are a fault', async () => {
  const command = { program: 'true', args: ['a\0b'], env };
  await expect(exec(command)).rejects.toMatchObject({ code: 'true-failed' });
});

test('a program that does not end is killed, and that is a fault', async () => {
  const command = { program: 'sleep', args: ['1000'], env, timeoutMs: 50 };
  await expect(exec(command)).rejects.toMatchObject({ code: 'sleep-timeout', retry: true });
});

test('a program that never stops talking is killed, and that is a fault', async () => {
  const command = { program: 'yes', args: [], env, maxBytes: 100_000 };
  await expect(exec(command)).rejects.toMatchObject({ code: 'yes-failed' });
});

test('a process is alive until it ends, and no other with its number is', async () => {
  const child = spawn('sleep', ['1000']);
  const identity = await observeIdentity(child.pid ?? 0);
  if (!identity) throw new Error('not there');
  expect(await isAlive(identity)).toBe(true);
  expect(await isAlive({ ...identity, start: '1' })).toBe(false);
  expect(await isAlive({ ...identity, boot: 'another' })).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await isAlive(identity)).toBe(false);
});

test('a process that has ended and is not collected is not alive', async () => {
  // The shell becomes a sleep, which never collects its child.
  const parent = spawn('/bin/sh', ['-c', 'sleep 1000 & echo $!; exec sleep 1000']);
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const identity = await observeIdentity(Number(said.toString()));
  if (!identity) throw new Error('not there');
  await vi.waitFor(
    async () => {
      const args = ['-o', 'comm=', '-p', String(parent.pid)];
      expect((await exec({ program: 'ps', args, env })).stdout).toContain('sleep');
    },
    { timeout: 20_000 },
  );
  process.kill(identity.pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await isAlive(identity)).toBe(false), { timeout: 20_000 });
  expect(await observeProcess(identity.pid)).toMatchObject({ isZombie: true });
  parent.kill('SIGKILL');
  await once(parent, 'exit');
});

test('a signal reaches the process that was meant', async () => {
  const child = spawn('sleep', ['1000']);
  const row = await observeProcess(child.pid ?? 0);
  if (!row) throw new Error('not there');
  expect(await sendSignalTo(row, 'SIGTERM')).toBe(true);
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  expect(await sendSignalTo(row, 'SIGTERM')).toBe(false);
});

test('a signal never reaches a process that took over the number', async () => {
  const child = spawn('sleep', ['1000']);
  const row = await observeProcess(child.pid ?? 0);
  if (!row) throw new Error('not there');
  expect(await sendSignalTo({ ...row, start: '1' }, 'SIGKILL')).toBe(false);
  expect(await isAlive({ ...row, boot: await observeBoot() })).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
});

test('this process is in the table, below its parent', async () => {
  const row = (await observeProcesses()).find(({ pid }) => pid === process.pid);
  expect(row).toMatchObject({ parent: process.ppid, isZombie: false });
});

test('a variable is found whole, by name and value', async () => {
  const child = spawn('sleep', ['1000'], { env: { ...env, MY_DIR: '/a/b', OTHER: 'MY_DIR=/a' } });
  const pid = child.pid ?? 0;
  expect(hasVariable(pid, 'MY_DIR', '/a/b')).toBe(true);
  expect(hasVariable(pid, 'MY_DIR', '/a')).toBe(false);
  expect(hasVariable(pid, 'DIR', '/a/b')).toBe(false);
  expect(hasVariable(2 ** 22 + 1, 'MY_DIR', '/a/b')).toBe(false);
  child.kill('SIGKILL');
  await once(child, 'exit');
});
