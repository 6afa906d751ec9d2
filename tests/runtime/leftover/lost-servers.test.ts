import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sweepLostServers } from '../../../src/runtime/leftover/lost-servers.ts';
import { openTmux } from '../../../src/runtime/tmux/tmux.ts';

const WAIT = { timeout: 20_000 };
const SOCKET = 'swarm-0123456789abcdef';
let base: string;
let project: string;
let env: Record<string, string>;

const tmuxDir = (): string => join(base, `tmux-${process.getuid?.() ?? 0}`);
const server = () => openTmux({ socket: SOCKET, root: project, env });
const sweep = (): Promise<readonly string[]> => sweepLostServers(tmuxDir(), env);

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'swarm-lost-'));
  project = join(base, 'a project; with #(odd) %letters');
  mkdirSync(project);
  env = { PATH: process.env.PATH ?? '', TMUX_TMPDIR: base };
});
afterEach(async () => {
  await server().ensureServerEnded();
  rmSync(base, { recursive: true, force: true });
});

async function openPane(mark: string, folder: string): Promise<void> {
  await server().ensurePane({
    name: { session: mark.replace('/', '-'), window: 'agent' },
    mark,
    argv: ['sh', '-c', `cd '${folder}' && exec sleep 1000`],
    captureTo: null,
    keepOnExit: true,
  });
}

const marks = async (): Promise<readonly string[] | 'no-server'> => {
  const seen = await server().observe();
  return seen.is === 'serving' ? seen.panes.map(({ mark }) => mark) : 'no-server';
};

test('the server of a project that is there is left alone', async () => {
  await openPane('a/1', project);
  expect(await sweep()).toEqual([]);
  expect(await marks()).toEqual(['a/1']);
});

test('the server of a deleted project ends with the panes that stand in it', async () => {
  await openPane('a/1', project);
  rmSync(project, { recursive: true });
  await vi.waitFor(async () => {
    await sweep();
    expect(await marks()).toBe('no-server');
  }, WAIT);
});

test('an agent of a deleted project whose own folder is there works on', async () => {
  await openPane('a/1', project);
  await openPane('b/1', base);
  rmSync(project, { recursive: true });
  await vi.waitFor(async () => {
    expect(await sweep()).toEqual([join(tmuxDir(), SOCKET)]);
    expect(await marks()).toEqual(['b/1']);
  }, WAIT);
});

test('a project whose parent is missing too may come back, and keeps its server', async () => {
  const parent = join(base, 'disk');
  project = join(parent, 'project');
  mkdirSync(project, { recursive: true });
  await openPane('a/1', project);
  rmSync(parent, { recursive: true });
  expect(await sweep()).toEqual([]);
  expect(await marks()).toEqual(['a/1']);
});
