import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { create, makeProject, statusOf, supervisorPid, type TestProject } from './project.ts';

type Check = Readonly<{ name: string; is: string; found: string; remedy: string }>;
const LIMIT = { timeout: 30_000, interval: 50 };

const checkOf = async ({ json }: TestProject, name: string): Promise<Check | undefined> =>
  (await json<{ checks: Check[] }>('doctor')).checks.find((check) => check.name === name);

function removeStore({ paths: { dbFile } }: TestProject): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${dbFile}${end}`, { force: true });
}

test('after the database is lost, clean keeps every session, and doctor brings them back', async () => {
  const project = await makeProject();
  const done = await create(project, ['result: {answer: 42}'], '--tag', 'kept');
  const worked = await create(project, ['write: {path: new.txt, text: made}', 'exit: 3'], '--workspace');
  for (const id of [done, worked]) await project.swarm('wait', id, '--timeout', '40s');
  const before = await statusOf(project, worked);
  await project.swarm('supervisor', 'stop');
  removeStore(project);

  const folder = join(project.paths.sessionsDir, done);
  const cleaned = await project.swarm('clean', '--yes');
  expect([cleaned.code, cleaned.stdout]).toEqual([0, expect.stringContaining('swarm doctor --repair')]);
  expect(readdirSync(project.paths.sessionsDir).filter((name) => !name.startsWith('.'))).toEqual([
    done,
    worked,
  ]);
  expect(await checkOf(project, 'session folders')).toMatchObject({
    is: 'warn',
    found: expect.stringContaining(folder),
    remedy: 'swarm doctor --repair',
  });

  const repaired = await project.json<{ rebuilt: Record<string, unknown>[] }>('doctor', '--repair');
  expect(repaired.rebuilt).toMatchObject([
    { session_id: done, state: 'completed', attempts: 1, worktree: null },
    { session_id: worked, state: 'failed', worktree: join(project.paths.worktreesDir, worked) },
  ]);
  expect(JSON.parse((await project.swarm('result', done)).stdout)).toEqual({ answer: 42 });
  expect((await project.json<{ sessions: unknown[] }>('list', '--tag', 'kept')).sessions).toHaveLength(1);
  expect(await statusOf(project, worked)).toMatchObject({
    ...{ status: before.status, reason: before.reason, exit_code: before.exit_code, attempt: before.attempt },
  });
  // What its worktree holds is rescued as it would have been.
  expect((await project.swarm('clean', '--yes')).stdout).toContain(`refs/swarm/rescue/${worked}/1`);
  expect((await project.swarm('doctor', '--repair')).stdout).toContain('Nothing to repair');
  expect(existsSync(join(folder, 'lost', 'session.log'))).toBe(true);
});

test('a command after the store was removed under a supervisor begins with one that reads it', async () => {
  const project = await makeProject();
  const old = await create(project, ['sleep: 30s']);
  await vi.waitFor(async () => expect((await statusOf(project, old)).state).toBe('working'), LIMIT);
  const first = await supervisorPid(project);
  removeStore(project);

  const id = await create(project, ['result: {fresh: true}']);
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await supervisorPid(project)).not.toBe(first);
  expect(readFileSync(join(project.paths.logsDir, 'supervisor.log'), 'utf8')).toContain(
    'removed or replaced',
  );
  // Its agent is still at work: nothing is made of its folder before it has ended.
  expect(await project.json('doctor', '--repair')).toMatchObject({
    rebuilt: [],
    kept: [{ path: join(project.paths.sessionsDir, old), reason: expect.stringContaining('still at work') }],
  });
});

test('no row is lost with the log beside the store, and commands go on by themselves', async () => {
  const project = await makeProject({ timeouts: { sweep: '100ms' } });
  const id = await create(project, ['result: {answer: 42}']);
  await project.swarm('wait', id, '--timeout', '40s');
  const first = await supervisorPid(project);
  rmSync(`${project.paths.dbFile}-wal`);
  await vi.waitFor(() => expect(() => process.kill(first, 0)).toThrow(), LIMIT);

  expect(await statusOf(project, id)).toMatchObject({ status: 'COMPLETED' });
  const next = await create(project, ['result: {fresh: true}']);
  expect((await project.swarm('wait', next, '--timeout', '40s')).code).toBe(0);
});

test('the supervisor of a removed folder leaves by itself, and makes nothing there again', async () => {
  const project = await makeProject({ timeouts: { sweep: '100ms' } });
  await project.swarm('supervisor', 'start');
  const pid = await supervisorPid(project);
  renameSync(project.paths.swarmDir, join(dirname(project.root), 'taken'));
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), LIMIT);
  expect(existsSync(join(project.paths.swarmDir, 'swarm.db'))).toBe(false);
});

test('a corrupt database is kept, the way back to a copy is told, and works as told', async () => {
  const project = await makeProject();
  const id = await create(project, ['result: {answer: 42}']);
  await project.swarm('wait', id, '--timeout', '40s');
  // The supervisor copies the store when it leaves, if it has not done so on that day.
  await project.swarm('supervisor', 'stop');
  removeStore(project);
  writeFileSync(project.paths.dbFile, 'This is a letter, not a database. '.repeat(200));
  const ran = await project.swarm('status', id);
  expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('swarm doctor')]);

  const backups = await checkOf(project, 'backups');
  const copy = /cp (\S+) /.exec(backups?.found ?? '')?.[1] ?? '';
  mkdirSync(join(project.paths.swarmDir, 'lost'));
  for (const name of readdirSync(project.paths.swarmDir).filter((one) => one.startsWith('swarm.db')))
    renameSync(join(project.paths.swarmDir, name), join(project.paths.swarmDir, 'lost', name));
  writeFileSync(project.paths.dbFile, readFileSync(copy));
  expect(await statusOf(project, id)).toMatchObject({ status: 'COMPLETED' });
});
