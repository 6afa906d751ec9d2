import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeTrust } from '../../src/runtime/project/trust.ts';
import { makeProject, type TestProject } from './project.ts';

const ANALYZE = '/usr/bin/systemd-analyze';
const UNSERVED = 'No supervisor is running';

async function killSupervisor({ json }: TestProject): Promise<void> {
  const { pid } = await json<{ pid: number }>('supervisor', 'status');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
}

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

function goOn(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGCONT');
}

async function withLiveSession(): Promise<TestProject> {
  const project = await makeProject();
  const task = project.script('long', ['sleep: 60s']);
  expect((await project.swarm('create', 'rehearsal', task)).code).toBe(0);
  return { ...project, swarm: (...words) => project.swarmWith({ env: { SWARM_NO_START: '' } }, ...words) };
}

test('a read says that no supervisor serves what is shown, and starts one', async () => {
  const project = await withLiveSession();
  const { swarm } = project;
  expect((await swarm('list')).stderr).not.toContain(UNSERVED);
  await killSupervisor(project);

  const looked = await swarm('--no-start', 'list');
  expect(looked.stderr).toContain(UNSERVED);
  expect(looked.stderr.trim().split('\n')).toHaveLength(1);
  expect((await swarm('doctor')).stdout).toMatch(/supervisor +not running, and 1 live session/);
  expect((await swarm('supervisor', 'status')).code).toBe(1);

  const read = await swarm('list', '--json');
  expect(JSON.parse(read.stdout).sessions).toHaveLength(1);
  expect(read.stderr).toContain('Starting one');
  await expect.poll(async () => (await swarm('supervisor', 'status')).code, { timeout: 10_000 }).toBe(0);
  expect((await swarm('list')).stderr).toBe('');
});

test('what cannot reach its supervisor is recorded, says so, and begins when it can', async () => {
  const project = await makeProject();
  expect((await project.swarm('supervisor', 'start')).code).toBe(0);
  const { pid } = await project.json<{ pid: number }>('supervisor', 'status');
  // Also when this fails early: a stopped process takes no leave, and would stay for ever.
  onTestFinished(() => void goOn(pid));
  process.kill(pid, 'SIGSTOP');
  const seen = await project.swarm('supervisor', 'status');
  expect(seen).toMatchObject({ code: 1, stdout: expect.stringContaining(`(pid ${pid}) is stopped`) });

  const created = await project.swarm('create', 'rehearsal', project.script('task', ['say: hi']), '--quiet');
  expect(created.code).toBe(0);
  expect(created.stderr).toContain('Recorded, not yet started');
  expect(created.stderr).toContain(`kill -CONT ${pid}`);
  expect((await project.swarm('list')).stderr).toContain(`The supervisor (pid ${pid}) is stopped`);
  goOn(pid);
  expect((await project.swarm('wait', created.stdout.trim(), '--timeout', '40s')).code).toBe(0);
});

test('a read starts none that a person stopped, and none in a project that is not trusted', async () => {
  const project = await withLiveSession();
  const { swarm } = project;
  expect((await swarm('supervisor', 'stop')).code).toBe(0);
  expect((await swarm('list')).stderr).toContain('Start one: swarm supervisor start');
  expect((await swarm('supervisor', 'status')).code).toBe(1);

  await swarm('supervisor', 'start');
  await killSupervisor(project);
  removeTrust(project.root, project.env);
  expect((await swarm('list')).stderr).toContain('Start one: swarm supervisor start');
  expect((await swarm('supervisor', 'status')).code).toBe(1);
});

test('without live rows no read asks for a supervisor', async () => {
  const { swarm } = await makeProject();
  expect(await swarm('list')).toMatchObject({ code: 0, stderr: '' });
});

test('an installed service starts the supervisor by its own line, and is removed alone', async () => {
  const project = await withLiveSession();
  const { swarm, json, env } = project;
  const { file } = await json<{ file: string }>('supervisor', 'install');
  const unit = readFileSync(file, 'utf8');
  const link = join(dirname(file), 'default.target.wants', basename(file));
  expect(realpathSync(link)).toBe(realpathSync(file));
  expect((await swarm('doctor')).stdout).toContain(`starts with the machine (${file})`);
  rmSync(link);
  expect((await swarm('doctor')).stdout).toContain('is there and not enabled');
  expect((await swarm('supervisor', 'install')).code).toBe(0);

  await swarm('supervisor', 'stop');
  const words = [...(/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '').matchAll(/"([^"]*)"/g)].map(
    ([, word]) => word ?? '',
  );
  const variables = [...unit.matchAll(/^Environment="([^=]*)=(.*)"$/gm)].map(([, key, value]) => [
    key,
    value,
  ]);
  const child = spawn(words[0] ?? '', words.slice(1), {
    env: { ...Object.fromEntries(variables), HOME: env.HOME },
    stdio: 'ignore',
    detached: true,
  });
  await expect
    .poll(async () => (await json<{ pid: number | null }>('supervisor', 'status')).pid)
    .toBe(child.pid);

  expect(await json('supervisor', 'uninstall')).toEqual({ file, removed: true });
  expect([file, link].filter((path) => existsSync(path))).toEqual([]);
  writeFileSync(file, '[Unit]\nDescription=mine\n');
  expect((await swarm('supervisor', 'uninstall')).stderr).toContain('Swarm has not written');
  expect((await swarm('supervisor', 'install')).code).toBe(1);
  expect(readFileSync(file, 'utf8')).toContain('mine');
});

test('systemd itself finds nothing wrong with the unit', async ({ skip }) => {
  skip(!existsSync(ANALYZE), 'systemd-analyze is not installed here');
  const { json, env } = await makeProject();
  const { file } = await json<{ file: string }>('supervisor', 'install');
  const verify = (): string => {
    const own = { ...env, XDG_RUNTIME_DIR: env.TMUX_TMPDIR ?? '' };
    const { status, stderr } = spawnSync(ANALYZE, ['--user', 'verify', file], { env: own, encoding: 'utf8' });
    return `${status} ${stderr}`;
  };
  expect(verify()).toBe('0 ');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n[Service]\nExecStart=no-path\n`);
  expect(verify()).not.toBe('0 ');
});
