import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { trustRecord } from '../../src/runtime/project/trust.ts';
import { ODD_THINGS } from '../runtime/agent-files/odd-things.ts';
import { putInPlace } from '../runtime/agent-files/put-in-place.ts';
import { startDashboard } from './dashboard-client.ts';
import { create, makeProject } from './project.ts';

/** Files of the project itself that commands, the supervisor and the page's server open. */
const FILES = [
  'supervisor.lock',
  'reservations.lock',
  'reservations/held',
  'metrics.json',
  'queue.json',
  'logs/supervisor.log',
  'logs/orchestrator.log',
  'logs/dashboard.log',
  'logs/gates/1.log',
  'dashboard/server.lock',
  'dashboard/server.json',
  'dashboard/metrics.token',
  'dashboard/keep',
];
const WAITING = ['a named pipe', 'a link to a file outside'] as const;
const LIMIT = { timeout: 180_000 };

test.each(WAITING)(
  '%s in the place of files of the project keeps no command waiting',
  LIMIT,
  async (kind) => {
    const project = await makeProject();
    const outside = project.write('outside.txt', 'theirs\n');
    await project.swarm('join', '--name', 'BlueLake');
    for (const name of FILES) {
      const path = join(project.paths.swarmDir, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      await putInPlace(path, { make: ODD_THINGS[kind] ?? expect.fail(), outside });
    }
    const id = await create(project, ['say: fine', 'done: well']);
    expect(await project.swarm('wait', id, '--timeout', '100s')).toMatchObject({ code: 0 });
    expect(await project.swarm('reserve', 'src/**')).toMatchObject({ code: 0 });
    expect((await startDashboard(project)).started).toBe(true);
    expect(await project.json('dashboard', 'stop')).toEqual({ stopped: true });
    expect(await project.swarm('supervisor', 'stop')).toMatchObject({ code: 0 });
    expect(readFileSync(outside, 'utf8')).toBe('theirs\n');
  },
);

test.each(WAITING)(
  '%s in the place of what the person said keeps no command waiting',
  LIMIT,
  async (kind) => {
    const project = await makeProject({ workspace: { install: ['true'] } });
    const outside = project.write('outside.txt', 'theirs\n');
    const task = project.script('task', ['done: well']);
    const start = () => project.swarm('create', 'rehearsal', task, '--workspace', '--quiet');
    const spoil = (path: string) => putInPlace(path, { make: ODD_THINGS[kind] ?? expect.fail(), outside });
    expect(await start()).toMatchObject({ code: 0 });

    const accepted = join(project.env.XDG_STATE_HOME ?? '', 'swarm', 'git');
    for (const name of readdirSync(accepted)) await spoil(join(accepted, name));
    expect(await start()).toMatchObject({ code: 0 });

    await spoil(trustRecord(project.root, project.env));
    expect((await start()).stderr).toContain('Not trusted yet');
    expect(await project.swarm('trust')).toMatchObject({ code: 0 });
    expect(await start()).toMatchObject({ code: 0 });
    expect(readFileSync(outside, 'utf8')).toBe('theirs\n');
  },
);

test('logs of others are not removed where the folder of logs is a link to theirs', LIMIT, async () => {
  const project = await makeProject();
  const theirs = project.write('theirs/old.log', 'kept\n');
  const year = 365 * 86_400;
  utimesSync(theirs, Date.now() / 1000 - year, Date.now() / 1000 - year);
  await create(project, ['done: well']);
  await project.swarm('supervisor', 'stop');
  await putInPlace(project.paths.logsDir, {
    make: (path) => symlinkSync(dirname(theirs), path),
    outside: '',
  });
  await create(project, ['done: well']);
  expect(readFileSync(theirs, 'utf8')).toBe('kept\n');
  expect(readdirSync(dirname(theirs))).toEqual(['old.log']);
});

test('a store that is no plain file is told by every command, and left alone', LIMIT, async () => {
  const project = await makeProject();
  await create(project, ['done: well']);
  await project.swarm('supervisor', 'stop');
  const { dbFile } = project.paths;
  await putInPlace(dbFile, { make: (path) => ODD_THINGS['a link to itself']?.(path, ''), outside: '' });
  expect((await project.swarm('list')).stderr).toContain('is no plain file');
  await putInPlace(dbFile, { make: (path) => ODD_THINGS['a named pipe']?.(path, ''), outside: '' });
  for (const words of [['list'], ['create', 'rehearsal', '-m', 'x']]) {
    const ran = await project.swarm(...words);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('is no plain file')]);
  }
  expect(lstatSync(dbFile).isFIFO()).toBe(true);
});

test('a named pipe beside the store keeps no command waiting', LIMIT, async () => {
  const project = await makeProject();
  const id = await create(project, ['done: well']);
  await project.swarm('wait', id, '--timeout', '40s');
  await project.swarm('supervisor', 'stop');
  for (const end of ['-journal', '-wal', '-shm']) {
    const path = `${project.paths.dbFile}${end}`;
    await putInPlace(path, { make: (at) => ODD_THINGS['a named pipe']?.(at, ''), outside: '' });
    const ran = await project.swarm('list');
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(`${path} is no plain file`)]);
    rmSync(path);
  }
  expect((await project.swarm('list')).stdout).toContain(id);
});
