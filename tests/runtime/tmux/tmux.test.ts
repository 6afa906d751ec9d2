import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exec } from '../../../src/runtime/process/exec.ts';
import { observeProcess } from '../../../src/runtime/process/process-table.ts';
import { openTmux, type Pane, type PaneOrder, type Tmux } from '../../../src/runtime/tmux/tmux.ts';
import { socketPath } from '../attempt/stage.ts';

const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
);

let root: string;
let socket: string;
let tmux: Tmux;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'swarm-tmux-'));
  socket = `swarm-test-${randomBytes(6).toString('hex')}`;
  tmux = openTmux({ socket, env });
});

afterEach(async () => {
  await run('kill-server');
  await vi.waitFor(async () => expect(await tmux.observe()).toEqual({ is: 'no-server' }), {
    timeout: 20_000,
  });
  await rm(root, { recursive: true, force: true });
  for (const name of [socket, `${socket}-outer`]) await rm(socketPath(name), { force: true });
});

const run = async (...args: string[]): Promise<string> =>
  (await exec({ program: 'tmux', args: ['-L', socket, ...args], env })).stdout;

// An argument that is a semicolon would end the command of the one who passes it on.
const quoted = (argv: readonly string[]): string[] => argv.map((each) => each.replace(/;$/, '\\;'));

const order = (more: Partial<PaneOrder> = {}): PaneOrder => ({
  name: { session: 'swarm-a', window: 'agent' },
  mark: 'a/1',
  argv: ['sleep', '1000'],
  captureTo: null,
  keepOnExit: false,
  ...more,
});

async function panes(): Promise<readonly Pane[]> {
  const seen = await tmux.observe();
  return seen.is === 'serving' ? seen.panes : [];
}

test('no server, a server without panes, and panes are told apart', async () => {
  expect(await tmux.observe()).toEqual({ is: 'no-server' });
  await tmux.ensurePane(order());
  expect(await tmux.observe()).toMatchObject({
    is: 'serving',
    panes: [{ mark: 'a/1', session: 'swarm-a', isDead: false }],
  });
  await tmux.ensurePaneGone('a/1');
  expect(await tmux.observe()).toMatchObject({ is: 'serving', panes: [] });
});

test('a server that was killed is no server, and the next pane starts a new one', async () => {
  await tmux.ensurePane(order());
  const before = await tmux.observe();
  if (before.is !== 'serving') throw new Error('no server');
  process.kill(before.pid, 'SIGKILL');
  await vi.waitFor(async () => expect(await tmux.observe()).toEqual({ is: 'no-server' }), {
    timeout: 20_000,
  });
  await tmux.ensurePane(order());
  const after = await tmux.observe();
  expect(after).toMatchObject({ is: 'serving', panes: [{ mark: 'a/1' }] });
  expect(after).not.toMatchObject({ pid: before.pid });
});

test('a tmux that is not installed is missing', async () => {
  const nowhere = openTmux({ socket, env: { PATH: root } });
  expect(await nowhere.observe()).toEqual({ is: 'missing' });
  await expect(nowhere.observeVersion()).rejects.toMatchObject({ code: 'tmux-missing' });
  await expect(nowhere.ensurePane(order())).rejects.toMatchObject({ code: 'tmux-missing' });
});

test('a tmux that is too old is a fault that names the version', async () => {
  writeFileSync(join(root, 'tmux'), '#!/bin/sh\necho tmux 3.1c\n');
  chmodSync(join(root, 'tmux'), 0o755);
  const old = openTmux({ socket, env: { PATH: `${root}:${env.PATH}` } });
  await expect(old.observeVersion()).rejects.toMatchObject({
    code: 'tmux-too-old',
    message: 'tmux 3.1c is too old; 3.2 or newer is needed',
  });
});

test('a tmux that is there and cannot start its server is a fault with its words', async () => {
  writeFileSync(
    join(root, 'tmux'),
    '#!/bin/sh\ncase "$*" in *-V) echo tmux 3.4 ;; *) echo lost >&2; exit 1 ;; esac\n',
  );
  chmodSync(join(root, 'tmux'), 0o755);
  const broken = openTmux({ socket, env: { PATH: `${root}:${env.PATH}` } });
  await expect(broken.observeVersion()).rejects.toMatchObject({
    code: 'tmux-failed',
    message: 'tmux cannot start its server: lost',
  });
});

test('the tmux of this machine is new enough, and trying it leaves nothing behind', async () => {
  const fresh = mkdtempSync(join(root, 'sockets-'));
  vi.stubEnv('TMPDIR', fresh);
  try {
    await openTmux({ socket, env: { ...env, TMUX_TMPDIR: fresh } }).observeVersion();
    expect(
      readdirSync(fresh, { recursive: true }).filter((name) => !/^tmux-\d+$/.test(String(name))),
    ).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
  }
});

test('roles of a run are windows of one session, whatever their order', async () => {
  const role = (window: string) => order({ name: { session: 'swarm_1', window }, mark: `${window}/1` });
  await Promise.all(['reviewer', '7', 'researcher', 'end'].map((window) => tmux.ensurePane(role(window))));
  expect((await panes()).map(({ mark }) => mark).sort()).toEqual([
    '7/1',
    'end/1',
    'researcher/1',
    'reviewer/1',
  ]);
  const names = (
    await run('list-windows', '-t', '=swarm_1', '-F', '#{window_name} #{@swarm_attempt}')
  ).trim();
  const marked = (await run('list-panes', '-a', '-F', '#{window_name} #{@swarm_attempt}')).trim().split('\n');
  expect(names.split('\n')).toHaveLength(4);
  for (const line of marked) expect(line).toMatch(/^(\S+) \1\/1$/);

  await tmux.ensurePaneGone('7/1');
  expect((await panes()).map(({ mark }) => mark).sort()).toEqual(['end/1', 'researcher/1', 'reviewer/1']);
});

/** A tmux on the PATH that writes down each start of it, and is the real one otherwise. */
async function withStartsCounted(work: (counted: Tmux) => Promise<void>): Promise<number> {
  const real = (await exec({ program: 'sh', args: ['-c', 'command -v tmux'], env })).stdout.trim();
  const log = join(root, 'starts');
  writeFileSync(join(root, 'tmux'), `#!/bin/sh\necho >> '${log}'\nexec '${real}' "$@"\n`, { mode: 0o755 });
  writeFileSync(log, '');
  await work(openTmux({ socket, env: { ...env, PATH: `${root}:${env.PATH}` } }));
  return (await readFile(log, 'utf8')).length;
}

test('another window of a run is opened after one look, without an order that tmux refuses', async () => {
  const role = (window: string) => order({ name: { session: 'swarm_1', window }, mark: `${window}/1` });
  const starts = await withStartsCounted(async (counted) => {
    for (const window of ['first', 'second', 'third', 'fourth']) await counted.ensurePane(role(window));
  });
  expect(await panes()).toHaveLength(4);
  // One for the first, three for the second, which is refused once.
  expect(starts).toBe(1 + 3 + 2 + 2);
});

test('a run whose windows are all gone gets its tmux session again', async () => {
  const role = (window: string) => order({ name: { session: 'swarm_1', window }, mark: `${window}/1` });
  for (const window of ['first', 'second']) await tmux.ensurePane(role(window));
  for (const window of ['first', 'second']) await tmux.ensurePaneGone(`${window}/1`);
  await tmux.ensurePane(role('third'));
  expect((await panes()).map(({ mark }) => mark)).toEqual(['third/1']);
});

test('a pane is opened once, however often it is asked for', async () => {
  await tmux.ensurePane(order());
  await Promise.all([tmux.ensurePane(order()), tmux.ensurePane(order())]);
  expect(await panes()).toHaveLength(1);
});

test('a session of a person on our server is neither named nor harmed', async () => {
  await run('new-session', '-d', '-s', 'swarm-a', 'sleep', '1000');
  await tmux.ensurePane(order());
  expect((await panes()).map(({ mark }) => mark).sort()).toEqual(['', 'a/1']);
  await tmux.ensurePaneGone('a/1');
  expect(await panes()).toMatchObject([{ mark: '' }]);
  await tmux.ensureServerEnds();
  expect(await panes()).toHaveLength(1);
});

test('without a supervisor a server ends with its last pane, and at once if it has none', async () => {
  await tmux.ensurePane(order());
  await tmux.ensureServerEnds();
  expect(await panes()).toHaveLength(1);
  await tmux.ensurePaneGone('a/1');
  await vi.waitFor(async () => expect(await tmux.observe()).toEqual({ is: 'no-server' }), {
    timeout: 20_000,
  });
  await tmux.ensureServerEnds();
  await tmux.ensurePane(order());
  await tmux.ensurePaneGone('a/1');
  expect((await tmux.observe()).is).toBe('serving');
  await tmux.ensureServerEnds();
  await vi.waitFor(async () => expect(await tmux.observe()).toEqual({ is: 'no-server' }), {
    timeout: 20_000,
  });
});

test('a supervisor that takes a server over keeps it when its last pane goes', async () => {
  await tmux.ensurePane(order());
  await tmux.ensureServerEnds();
  await tmux.ensureServerStays();
  await tmux.ensurePaneGone('a/1');
  expect(await panes()).toEqual([]);
  expect((await tmux.observe()).is).toBe('serving');
});

test('what a pane shows is captured, whatever the path holds', async () => {
  const path = join(root, `it's %H #{pid} #(touch x) "q" $HOME.log`);
  const argv = ['sh', '-c', 'echo shown; sleep 1000'];
  await tmux.ensurePane(order({ argv, captureTo: path }));
  await vi.waitFor(async () => expect(await readFile(path, 'utf8')).toBe('shown\r\n'), { timeout: 20_000 });
});

test('arguments reach the program as they are, also with a semicolon at their end', async () => {
  const path = join(root, 'out');
  const argv = [
    'sh',
    '-c',
    'printf "%s|" "$@" > "$0"; sleep 1000',
    path,
    'a;',
    ';',
    '#{pid}',
    '$HOME',
    "it's",
  ];
  await tmux.ensurePane(order({ argv }));
  await vi.waitFor(async () => expect(await readFile(path, 'utf8')).toBe("a;|;|#{pid}|$HOME|it's|"), {
    timeout: 20_000,
  });
});

test('secrets of the one who starts the server do not reach it', async () => {
  const leaky = openTmux({ socket, env: { ...env, MY_SECRET: 'leaked' } });
  await leaky.ensurePane(order());
  expect(await run('show-environment', '-g')).not.toContain('MY_SECRET');
});

test('the panes have the size and the little history that they are meant to have', async () => {
  await tmux.ensurePane(order());
  const format = '#{window_width}x#{window_height} #{history_limit}';
  // The status line takes one row.
  expect((await run('list-panes', '-a', '-F', format)).trim()).toMatch(/^200x(49|50) 2000$/);
});

test('what is said to attach shows the pane', async () => {
  await tmux.ensurePane(order({ name: { session: 'swarm_1', window: 'one' }, mark: 'one/1' }));
  await tmux.ensurePane(order({ name: { session: 'swarm_1', window: 'two' }, mark: 'two/1' }));
  // Another server lends its pane as the person's terminal.
  const outer = `${socket}-outer`;
  const attach = ['env', '-u', 'TMUX', ...tmux.attachArgv({ session: 'swarm_1', window: 'two' })];
  await exec({
    program: 'tmux',
    args: ['-L', outer, '-f', '/dev/null', 'new-session', '-d', ...quoted(attach)],
    env,
  });
  try {
    await vi.waitFor(
      async () => {
        const seen = await run('list-clients', '-F', '#{session_name} #{window_name}');
        expect(seen.trim()).toBe('swarm_1 two');
      },
      { timeout: 20_000 },
    );
  } finally {
    await exec({ program: 'tmux', args: ['-L', outer, 'kill-server'], env });
  }
});

test('a mark that tmux could misread is refused', async () => {
  await expect(tmux.ensurePane(order({ mark: '#(id)/1' }))).rejects.toMatchObject({ code: 'name-unsafe' });
});

test('when tmux cannot open a pane its words are in the fault', async () => {
  const broken = order({ argv: [], name: { session: '', window: 'agent' } });
  await expect(tmux.ensurePane(broken)).rejects.toMatchObject({ code: 'tmux-failed', retry: true });
});

test('a server that does not answer is a fault', async () => {
  await tmux.ensurePane(order());
  const seen = await tmux.observe();
  if (seen.is !== 'serving') throw new Error('no server');
  const hasty = openTmux({ socket, env, timeoutMs: 100 });
  process.kill(seen.pid, 'SIGSTOP');
  try {
    await expect(hasty.observe()).rejects.toMatchObject({ code: 'tmux-timeout', retry: true });
  } finally {
    process.kill(seen.pid, 'SIGCONT');
  }
  expect(await observeProcess(seen.pid)).toBeDefined();
});
