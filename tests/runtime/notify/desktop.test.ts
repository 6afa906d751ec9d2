import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { observeDesktop, sendToDesktop } from '../../../src/runtime/notify/desktop.ts';

const notice = {
  title: '--help',
  parts: [{ heading: 'reviewer', text: 'May I <b>merge</b> "this" & that?', hint: 'swarm answer q-1 …' }],
};

/** A folder with a program of this name, which keeps its arguments, one in a line. */
function fake(name: string, rest = 'exit 0') {
  const folder = mkdtempSync(join(tmpdir(), 'notify-desktop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, name);
  const kept = join(folder, 'kept');
  writeFileSync(file, `#!/bin/sh\nfor word; do printf '%s\\0' "$word"; done > '${kept}'\n${rest}\n`);
  chmodSync(file, 0o755);
  const words = () => readFileSync(kept, 'utf8').split('\0').slice(0, -1);
  return { env: { PATH: `${folder}:/usr/bin:/bin` }, words };
}

test('notify-send is given the words as words: no flag, no markup', async () => {
  const { env, words } = fake('notify-send');
  expect(await sendToDesktop({ platform: 'linux', env }, notice)).toEqual({ is: 'sent' });
  expect(words()).toEqual([
    '--app-name=swarm',
    '--',
    '--help',
    'reviewer\nMay I &lt;b&gt;merge&lt;/b&gt; "this" &amp; that?\nswarm answer q-1 …',
  ]);
});

test('on a Mac osascript is given the words as arguments, never as a script', async () => {
  const { env, words } = fake('osascript');
  expect(await sendToDesktop({ platform: 'darwin', env }, notice)).toEqual({ is: 'sent' });
  expect(words().slice(-3)).toEqual(['--', '--help', expect.stringContaining('<b>merge</b> "this"')]);
  expect(words().filter((word) => word.includes('merge'))).toHaveLength(1);
});

test('a machine without the program says so, and trying again would not help', async () => {
  const desktop = { platform: 'linux', env: { PATH: '/nowhere' } };
  expect(await sendToDesktop(desktop, notice)).toMatchObject({
    is: 'missed',
    retry: false,
    problem: expect.stringContaining('notify-send is not installed'),
  });
  expect(await observeDesktop(desktop)).toMatchObject({ is: 'lacking', what: 'notify-send is not found' });
});

test('a program that fails is worth another try, with what it said', async () => {
  const { env } = fake('notify-send', 'echo "no bus" >&2; exit 3');
  expect(await sendToDesktop({ platform: 'linux', env }, notice)).toEqual({
    is: 'missed',
    retry: true,
    retryAfterMs: null,
    problem: 'notify-send ended with 3: no bus',
  });
});

test('a desktop without a screen is ready, with a warning', async () => {
  const { env } = fake('notify-send');
  expect(await observeDesktop({ platform: 'linux', env })).toMatchObject({
    is: 'ready',
    warning: expect.stringContaining('no desktop session'),
  });
  const withScreen = { ...env, DISPLAY: ':0' };
  expect(await observeDesktop({ platform: 'linux', env: withScreen })).toMatchObject({ warning: null });
});

test('a long text is cut where it is told, and what to do stays', async () => {
  const { env, words } = fake('notify-send');
  const [first] = notice.parts;
  const long = { heading: 'h', hint: 'swarm answer q-1 …', ...first, text: 'x'.repeat(5_000) };
  await sendToDesktop(
    { platform: 'linux', env },
    { title: 't', parts: Array(5).fill({ ...long, whole: 'swarm questions show q-1' }) },
  );
  const body = words().at(-1) ?? '';
  const part = /^reviewer\nx+… \d+ more characters \(swarm questions show q-1\)\nswarm answer q-1 …$/;
  const parts = body.split('\n\n');
  for (const told of parts.slice(0, 3)) expect(told).toMatch(part);
  expect(parts.slice(3)).toEqual(['and 2 more: swarm questions']);
});
