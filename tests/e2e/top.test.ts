import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { create, makeProject, statusOf, type TestProject } from './project.ts';

const BUNDLE = resolve(import.meta.dirname, '../../dist/swarm.cjs');
const SOON = { timeout: 30_000, interval: 50 };

/** A shell in a terminal of 80×24, in a tmux server of the test's own. */
function openTerminal(project: TestProject) {
  const own = { ...project.env, SWARM: `${process.execPath} ${BUNDLE}` };
  const tmux = (...args: string[]): string =>
    execFileSync('tmux', ['-L', 'terminal', '-f', '/dev/null', ...args], {
      cwd: project.root,
      env: own,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  tmux('new-session', '-d', '-x', '80', '-y', '24', 'sh -i');
  onTestFinished(() => void tmux('kill-server'));
  return {
    shown: () => tmux('capture-pane', '-p'),
    press: (...keys: string[]) => void tmux('send-keys', ...keys),
    type: (text: string) => void tmux('send-keys', '-l', text),
    resize: (rows: number) => void tmux('resize-window', '-x', '80', '-y', `${rows}`),
    /** Whether the other buffer is shown, and the cursor hidden. */
    modes: () => tmux('display-message', '-p', '#{alternate_on} #{cursor_flag}').trim(),
  };
}

test('swarm top shows who waits, answers, asks before it kills, and gives the terminal back', async () => {
  const project = await makeProject();
  const asking = await create(project, ['ask: Which colour?', 'say: done'], '--title', 'Paint the door');
  const working = await create(project, ['say: here', 'silent'], '--title', 'Hold the line');
  await expect.poll(async () => (await statusOf(project, asking)).state, SOON).toBe('waiting');
  const terminal = openTerminal(project);
  const sees = (text: string) => expect.poll(terminal.shown, SOON).toContain(text);
  const seesNoMore = (text: string) => expect.poll(terminal.shown, SOON).not.toContain(text);

  terminal.type('$SWARM top\n');
  await sees('Which colour?');
  expect(terminal.modes()).toBe('1 0');

  terminal.press('g', 'r');
  await sees('Answer: _');
  terminal.type('green');
  terminal.press('Enter');
  await sees('Answered');
  await expect.poll(async () => (await statusOf(project, asking)).status, SOON).toBe('COMPLETED');
  // Told by the change of the row, with no key pressed.
  await expect.poll(terminal.shown, SOON).toMatch(/ completed .*Paint the door/);

  terminal.type('/Hold');
  terminal.press('Enter');
  await seesNoMore('Paint the door');
  terminal.press('x');
  await sees(`Kill session ${working}? [y/N]`);
  terminal.press('n');
  await sees('Nothing was killed');
  terminal.resize(12);
  await sees('q quit');
  terminal.press('x', 'y');
  await expect.poll(async () => (await statusOf(project, working)).status, SOON).toBe('KILLED');

  terminal.press('C-z');
  await sees('Stopped');
  await expect.poll(terminal.modes, SOON).toBe('0 1');
  terminal.type('fg; echo "came back with $?"\n');
  await expect.poll(terminal.modes, SOON).toBe('1 0');
  await sees('filter: Hold');

  terminal.press('q');
  await sees('came back with 0');
  expect(terminal.modes()).toBe('0 1');
  terminal.type('stty -a | tr " " "\\n" | grep -E "^-?(icanon|echo)$" | tr "\\n" ":"\n');
  await expect.poll(terminal.shown, SOON).toMatch(/^icanon:echo:/m);
});
