import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { GateEnd } from '../../../src/runtime/gate/gates.ts';
import { realGates } from '../../../src/runtime/gate/real-gates.ts';

const NEVER = new AbortController().signal;

function check(command: string, limitMs = 20_000, signal = NEVER): Promise<GateEnd> {
  const root = mkdtempSync(join(tmpdir(), 'swarm-gate-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH ?? '' };
  const gates = realGates({ root, logsDir: root, env, limitMs });
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
