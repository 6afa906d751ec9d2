import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exec } from '../../../src/runtime/process/exec.ts';
import { type ControlPane, openControlPane } from '../../../src/runtime/tmux/control-pane.ts';
import { openTmux, type Tmux } from '../../../src/runtime/tmux/tmux.ts';
import { socketPath } from '../attempt/stage.ts';

const WITHIN = { timeout: 20_000, interval: 10 };
const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);
let root: string;
let socket: string;
let tmux: Tmux;
let pane: string;
let open: ControlPane[];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'swarm-control-'));
  socket = `swarm-test-${randomBytes(6).toString('hex')}`;
  tmux = openTmux({ socket, env });
  open = [];
  const name = { session: 'swarm-a', window: 'agent' };
  await tmux.ensurePane({ name, mark: 'a/1', argv: ['cat'], captureTo: null, keepOnExit: false });
  const seen = await tmux.observe();
  pane = seen.is === 'serving' ? (seen.panes[0]?.id ?? '') : '';
});

afterEach(async () => {
  for (const one of open) one.close();
  await exec({ program: 'tmux', args: ['-L', socket, 'kill-server'], env });
  await vi.waitFor(async () => expect(await tmux.observe()).toEqual({ is: 'no-server' }), WITHIN);
  await rm(root, { recursive: true, force: true });
  await rm(socketPath(socket), { force: true });
});

/** A viewer of the pane, with what it was shown. */
async function view() {
  const shown = { screen: '', output: '' };
  const target = { base: ['tmux', '-L', socket], session: 'swarm-a', pane, env };
  const screen = openControlPane(target, {
    drawn: (_, bytes) => {
      shown.screen = bytes.toString();
    },
    output: (bytes) => {
      shown.output += bytes.toString();
    },
    ended: () => {},
  });
  open.push(screen);
  await vi.waitFor(() => expect(shown.screen).not.toBe(''), WITHIN);
  return { screen, shown };
}

test('who holds a pane is told nothing of it, and sees all when it is drawn anew', async () => {
  const [held, reader] = [await view(), await view()];
  held.screen.hold();
  held.screen.hold();
  // Typed by the one who holds: what was ordered before has been taken by then.
  held.screen.type(Buffer.from('first word\r'));
  await vi.waitFor(() => expect(reader.shown.output).toContain('first word'), WITHIN);
  held.screen.type(Buffer.from('second word\r'));
  await vi.waitFor(() => expect(reader.shown.output).toContain('second word'), WITHIN);
  expect(held.shown.output).toBe('');

  held.screen.refresh();
  await vi.waitFor(() => expect(held.shown.screen).toContain('second word'), WITHIN);
  held.screen.type(Buffer.from('third word\r'));
  await vi.waitFor(() => expect(held.shown.output).toContain('third word'), WITHIN);
});
