import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from './project.ts';

test('a second init changes nothing', async () => {
  const project = await makeProject();
  expect((await project.swarm('init')).code).toBe(0);
  const files = ['swarm.config.json', '.swarm/swarm.config.schema.json', 'agents/example/example-agent.md'];
  const look = () => files.map((file) => [file, statSync(join(project.root, file)).mtimeMs]);
  const before = look();
  const second = await project.json<{ touched: { is: string }[] }>('init');
  expect(second.touched.every(({ is }) => is === 'kept')).toBe(true);
  expect(look()).toEqual(before);
});

test('init keeps a configuration that is there', async () => {
  const project = await makeProject({ retries: 1 });
  const before = readFileSync(join(project.root, 'swarm.config.json'), 'utf8');
  await project.swarm('init');
  expect(readFileSync(join(project.root, 'swarm.config.json'), 'utf8')).toBe(before);
});

test('config show tells file, environment and flag apart', async () => {
  const project = await makeProject({ retries: 1 });
  const env = { SWARM_LIMITS_SESSIONS: '7' };
  const ran = await project.swarmWith({ env }, 'config', 'show', '--json', '--set', 'tmux.prefix=iw');
  const { settings } = JSON.parse(ran.stdout);
  expect(settings.retries).toMatchObject({ value: 1, origin: { from: 'file', line: 1 } });
  expect(settings['limits.sessions']).toMatchObject({ value: 7, origin: { name: 'SWARM_LIMITS_SESSIONS' } });
  expect(settings['tmux.prefix']).toMatchObject({ value: 'iw', origin: { from: 'flag' } });
  expect(settings.mode.origin).toEqual({ from: 'default' });
});

test('doctor finds this machine fit', async () => {
  const project = await makeProject();
  const ran = await project.swarm('doctor', '--json');
  expect([ran.code, JSON.parse(ran.stdout).ok]).toEqual([0, true]);
});

test('what a shell may complete comes from the commands, the personas and the flags', async () => {
  const project = await makeProject();
  const offers = async (...words: string[]): Promise<string[]> =>
    JSON.parse((await project.swarm('--json', '__complete', '--', ...words)).stdout).offers;
  expect(await offers('cre')).toEqual(['create']);
  expect(await offers('rescue', '')).toEqual(['list', 'show', 'restore']);
  expect(await offers('create', 'rehe')).toEqual(['rehearsal']);
  expect(await offers('create', 'rehearsal', '')).toEqual([':files']);
  expect(await offers('list', '--status', 'R')).toEqual(['RUNNING']);
  expect(await offers('list', '--arch')).toEqual(['--archived']);
});
