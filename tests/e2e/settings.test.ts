import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeProject, statusOf, supervisorPid, type TestProject } from './project.ts';

const STEPS = ['say: I looked at everything', 'done: finished'];

async function play(project: TestProject): Promise<string> {
  const task = project.script('look', STEPS);
  const id = (await project.swarm('create', 'rehearsal', task, '--quiet')).stdout.trim();
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  // It ends after its last line is written.
  await project.swarm('supervisor', 'stop');
  return id;
}

const logOf = (project: TestProject, name = 'orchestrator.log'): string =>
  readFileSync(join(project.paths.logsDir, name), 'utf8');

test('without captureOutput an agent leaves no output.log, and everything else is there', async () => {
  const project = await makeProject({ captureOutput: false });
  const id = await play(project);
  const folder = join(project.paths.sessionsDir, id);
  expect(existsSync(join(folder, 'output.log'))).toBe(false);
  expect(existsSync(join(folder, 'session.log'))).toBe(true);
  expect(await project.swarm('logs', id)).toMatchObject({ code: 0, stdout: '' });
  expect((await project.swarm('result', id)).stdout).toContain('I looked');
});

test('log.level says what the log of the project takes', async () => {
  const quiet = await makeProject({ log: { level: 'error' } });
  await play(quiet);
  expect(logOf(quiet)).toBe('');
  const usual = await makeProject();
  await play(usual);
  expect(logOf(usual)).toMatch(/\[INFO\].*: created/);
  expect(logOf(usual)).not.toContain('[DEBUG]');
});

test('verbose adds debug lines to both logs and to stderr of a command, never to its answer', async () => {
  const project = await makeProject({ verbose: true });
  await play(project);
  expect(logOf(project)).toMatch(/\[DEBUG\].*: turn-see/);
  expect(logOf(project, 'supervisor.log')).toMatch(/\[DEBUG\] saved .*step-session/);
  const { stdout, stderr } = await project.swarm('list', '--json');
  expect(stderr).toContain(`debug: project ${project.root}`);
  expect(stderr).toContain('debug: setting verbose from the file');
  expect(() => JSON.parse(stdout)).not.toThrow();
  const silent = await project.swarm('list', '--set', 'verbose=false');
  expect(silent.stderr).toBe('');
});

test('log.retentionDays is the age at which the supervisor removes logs', async () => {
  const project = await makeProject({ log: { retentionDays: 10 } });
  const [old, young] = [
    project.write('.swarm/logs/merge-1.log', 'old'),
    project.write('.swarm/logs/merge-2.log', 'young'),
  ];
  const daysAgo = (days: number): number => Date.now() / 1000 - days * 86_400;
  utimesSync(old, daysAgo(11), daysAgo(11));
  utimesSync(young, daysAgo(9), daysAgo(9));
  await play(project);
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
});

test('init makes the folder of plans, and doctor says when it is none', async () => {
  const project = await makeProject({ paths: { plans: 'docs/plans' } });
  const { touched } = await project.json<{ touched: { path: string }[] }>('init');
  expect(touched.map(({ path }) => path)).toContain('docs/plans/');
  expect(statSync(join(project.root, 'docs/plans')).isDirectory()).toBe(true);

  project.write('occupied', 'a file');
  const ran = await project.swarmWith({ env: { SWARM_PATHS_PLANS: 'occupied' } }, 'doctor');
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatch(/paths\.plans.*occupied is not a folder/);
});

const LIMIT = { timeout: 40_000, interval: 100 };

test('a supervisor that runs takes the file in, and keeps the last good one where it is bad', async () => {
  const project = await makeProject();
  expect((await project.swarm('supervisor', 'start')).code).toBe(0);
  const pid = await supervisorPid(project);
  const write = (settings: object): string =>
    project.write('swarm.config.json', JSON.stringify({ cli: 'rehearsal', ...settings }));
  const said = (words: string) =>
    vi.waitFor(() => expect(logOf(project, 'supervisor.log')).toContain(words), LIMIT);
  write({ retries: 0, gate: { command: 'true' } });
  await said('swarm.config.json changed: retries');
  const kept = 'gate.command changed, and counts after: swarm supervisor restart';
  await said(kept);
  const created = await project.swarm('create', 'rehearsal', project.script('a', ['say: hello']));
  expect(created.stderr).toContain(`⚠️  The supervisor that runs: ${kept}\n`);
  project.write('swarm.config.json', '{ "retries": ');
  await said('The settings before it still count');
  write({ retries: 0 });
  // What is put right again is no trouble any more.
  await vi.waitFor(async () => {
    const { running, trouble } = await project.json<{ running: boolean; trouble: string | null }>(
      'supervisor',
      'status',
    );
    expect([running, trouble]).toEqual([true, null]);
  }, LIMIT);
  const id = (
    await project.swarm('create', 'rehearsal', project.script('fail', ['exit: 4']), '--quiet')
  ).stdout.trim();
  await project.swarm('wait', id, '--timeout', '40s');
  expect(await project.json('status', id)).toMatchObject({ status: 'FAILED' });
  expect(await supervisorPid(project)).toBe(pid);
}, 90_000);

test('what only a restart takes in is told, and a loop goes by what it was started with', async () => {
  const project = await makeProject({ retries: 0 });
  expect((await project.swarm('supervisor', 'start')).code).toBe(0);
  const pid = await supervisorPid(project);
  const env = { SWARM_TIMEOUTS_TURN: '5m' };
  const told = await project.swarmWith(
    { env },
    'queue',
    'add',
    'Fail',
    '--body',
    '```rehearsal\n- exit: 4\n```',
  );
  expect([told.code, told.stderr]).toEqual([
    0,
    '⚠️  The supervisor that runs was started without SWARM_TIMEOUTS_TURN: swarm supervisor restart\n',
  ]);
  expect((await project.swarmWith({ env }, 'config', 'show')).stdout).toContain(
    'The supervisor that runs goes by other values of timeouts.turn: swarm supervisor restart',
  );
  await project.swarm('pause', '--all');
  expect((await project.swarm('unpause', '--set', 'timeouts.turn=5m')).stderr).toContain(
    '--set timeouts.turn does not reach the supervisor that runs: put it into swarm.config.json',
  );
  expect((await project.swarmWith({ env }, 'supervisor', 'restart')).stdout).toMatch(
    /^✅ Supervisor restarted/,
  );
  expect(await supervisorPid(project)).not.toBe(pid);
  const loop = ['loop', '--agent', 'rehearsal', '--delay', '0s', '--detach', '--set', 'failures.max=1'];
  const begun = await project.swarmWith({ env }, ...loop);
  expect([begun.code, begun.stderr]).toEqual([0, '']);
  await vi.waitFor(async () => {
    const { loops } = await project.json<{ loops: unknown[] }>('loop', 'list', '--all');
    expect(loops).toMatchObject([{ state: 'waiting', consecutive_failures: 1 }]);
  }, LIMIT);
}, 90_000);

test('settings of one session travel with it past a supervisor that runs; others are refused', async () => {
  const project = await makeProject();
  expect((await project.swarm('supervisor', 'start')).code).toBe(0);
  const begin = 'run: swarm create rehearsal -m x >> out.txt 2>&1; true';
  const task = project.script('twice', [begin, begin, 'crash: SIGKILL']);
  const words = ['create', 'rehearsal', task, '--here', '--quiet'];
  const refused = await project.swarm(...words, '--set', 'timeouts.turn=5m');
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain(
    '--set timeouts.turn: no session has that for itself; nothing was started',
  );
  expect((await project.json<{ sessions: unknown[] }>('list')).sessions).toEqual([]);

  const own = ['limits.depth=1', 'limits.childrenPerSession=1', 'retries=0'].flatMap((it) => ['--set', it]);
  const { stdout, stderr } = await project.swarm(...words, ...own);
  const id = stdout.trim();
  expect((await project.swarm('wait', id, '--timeout', '50s')).code, stderr).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({ status: 'FAILED', attempt: 1 });
  const out = readFileSync(join(project.root, 'out.txt'), 'utf8');
  expect(out).toContain('begins as soon as a slot is free');
  expect(out).toContain('as many as one session may');
}, 90_000);
