import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { GateEnd } from '../../../src/runtime/gate/gates.ts';
import { realGates } from '../../../src/runtime/gate/real-gates.ts';
import { observeIdentity } from '../../../src/runtime/process/identity.ts';
import { endEarlier } from '../../../src/runtime/process/logged-command.ts';
import { observeProcess } from '../../../src/runtime/process/process-table.ts';
import type { Wrap } from '../../../src/runtime/wrap/wrap.ts';

const NEVER = new AbortController().signal;

/** Says where it was asked for, in a variable that the wrapped program gets. */
const WRAP: Wrap = {
  observe: async () => ({ is: 'named', command: ['env'] }),
  wordsFor: async ({ workDir, attempt }) => ['env', `WRAPPED=${basename(workDir)} ${attempt}`],
};

test('a gate gets the environment and the wrap of agents, and its processes carry a mark', async () => {
  const root = mkdtempSync(join(tmpdir(), 'swarm-gate-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const commands = { env: { PATH: process.env.PATH ?? '', GIVEN: 'yes' }, wrap: WRAP };
  const gates = realGates({ root, logsDir: root, commands, limitMs: 20_000 });
  const command = 'echo "$GIVEN; $WRAPPED; $SWARM_ON_BEHALF; $HOME"; exit 1';
  const end = await gates.run({ name: 'g', command, workDir: null }, NEVER);
  expect(end).toMatchObject({ output: `yes; ${basename(root)} null; gate;\n(it ended with 1)` });
});

function check(command: string, limitMs = 20_000, signal = NEVER): Promise<GateEnd> {
  const root = mkdtempSync(join(tmpdir(), 'swarm-gate-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH ?? '' };
  const gates = realGates({ root, logsDir: root, commands: { env, wrap: null }, limitMs });
  return gates.run({ name: 'g', command, workDir: null }, signal);
}

test.each([
  ['true', { isGreen: true }],
  ['echo leaks; exit 3', { isGreen: false, isMissing: false, output: 'leaks\n(it ended with 3)' }],
  ['exit 126', { isGreen: false, isMissing: true, output: '(it ended with 126)' }],
])('the gate %j is told as it ended', async (command, end) => {
  expect(await check(command)).toEqual(end);
});

test('a command that is not there is known as such', async () => {
  const end = await check('no-such-gate --now');
  expect(end).toMatchObject({ isMissing: true, output: expect.stringContaining('no-such-gate') });
});

test('a gate that does not end is ended with all that it started, and says so', async () => {
  const end = await check('echo begun; sleep 600 & sleep 600', 300);
  expect(end).toMatchObject({ isMissing: false, output: 'begun\n(it did not end within 0.3 s)' });
});

test('an aborted gate ends at once, also when it was not started yet', async () => {
  const begun = join(mkdtempSync(join(tmpdir(), 'swarm-gate-')), 'begun');
  onTestFinished(() => rmSync(dirname(begun), { recursive: true }));
  const leaving = new AbortController();
  const end = check(`touch ${begun}; sleep 600 & sleep 600`, 20_000, leaving.signal);
  await vi.waitFor(() => expect(existsSync(begun)).toBe(true), { timeout: 10_000, interval: 10 });
  leaving.abort();
  expect(await end).toMatchObject({ output: '(it ended with SIGKILL)' });
  const late = await check('sleep 600', 20_000, leaving.signal);
  expect(late).toMatchObject({ output: '(it was not started)' });
});

test('of much output the end is shown, without its colours', async () => {
  const end = await check('yes line | head -n 2000000; printf "\\033[31mred\\033[0m\\n"; exit 1');
  const output = end.isGreen ? '' : end.output;
  expect(output).toMatch(/line\nred\n\(it ended with 1\)$/);
  expect(output.length).toBeLessThan(4_100);
});

test('an earlier gate whose number was not noted is found by its mark', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-gate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const identityFile = join(folder, 'g.process');
  const env = { PATH: process.env.PATH, SWARM_COMMAND_FILE: identityFile };
  const earlier = spawn('sleep', ['1000'], { detached: true, env });
  onTestFinished(() => void earlier.kill('SIGKILL'));
  const gone = once(earlier, 'exit');
  writeFileSync(identityFile, '{}');
  await once(earlier, 'spawn');
  await endEarlier(identityFile);
  expect(await gone).toEqual([null, 'SIGKILL']);
});

test('a process that the file of an earlier gate names is not ended unless it was that gate', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'swarm-gate-'));
  const identityFile = join(folder, 'g.process');
  const bystander = spawn('sleep', ['1000'], { detached: true });
  const earlier = spawn('sleep', ['1000'], {
    detached: true,
    env: { PATH: process.env.PATH, SWARM_COMMAND_FILE: identityFile },
  });
  onTestFinished(() => {
    for (const child of [bystander, earlier]) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  for (const child of [bystander, earlier]) {
    writeFileSync(identityFile, JSON.stringify(await observeIdentity(child.pid ?? 0)));
    await endEarlier(identityFile);
  }
  await once(earlier, 'exit');
  expect(earlier.signalCode).toBe('SIGKILL');
  expect(bystander.signalCode).toBe(null);
  expect((await observeProcess(bystander.pid ?? 0))?.isZombie).toBe(false);
});
