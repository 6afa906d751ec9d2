import { existsSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../postgres-database.ts';
import { create, makeProject, statusOf, supervisorPid, type TestProject } from './project.ts';

/** A project whose rows are kept by Postgres. */
async function makeSharedProject(): Promise<TestProject> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return makeProject({ store: database.url });
}

test('a project on Postgres survives crashes, asks and is answered, and has no SQLite file', async () => {
  const project = await makeSharedProject();
  const crashed = await create(project, [
    'say: first',
    'crash: SIGKILL',
    'say: second',
    'result: {ok: true}',
  ]);
  const asker = await create(project, ['ask: Which colour?', 'say: thanks', 'result: {asked: true}']);
  await project.swarm('events', asker, '--follow', '--until', 'question-asked');
  process.kill(await supervisorPid(project), 'SIGKILL');

  const {
    questions: [question],
  } = await project.json<{ questions: { id: string }[] }>('questions');
  expect((await project.swarm('answer', question?.id ?? '', 'green')).code).toBe(0);
  expect((await project.swarm('wait', crashed, asker, '--timeout', '40s')).code).toBe(0);
  expect(await statusOf(project, crashed)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
  expect(JSON.parse((await project.swarm('result', asker)).stdout)).toEqual({ asked: true });
  const listed = await project.json<{ sessions: { session_id: string }[] }>('list');
  expect(listed.sessions.map(({ session_id }) => session_id).sort()).toEqual([crashed, asker].sort());
  expect(existsSync(project.paths.dbFile)).toBe(false);
});

test('a read of shared rows says that no supervisor runs here, and starts one', async () => {
  const project = await makeSharedProject();
  await create(project, ['sleep: 60s']);
  process.kill(await supervisorPid(project), 'SIGKILL');
  const env = { SWARM_NO_START: '' };
  await vi.waitFor(
    async () =>
      expect((await project.swarmWith({ env }, 'list')).stderr).toContain('No supervisor is running'),
    { timeout: 10_000 },
  );
  await vi.waitFor(async () => expect((await project.swarm('supervisor', 'status')).code).toBe(0), {
    timeout: 20_000,
  });
});

test('a database that cannot be reached is said with the remedy, and nothing is begun', async () => {
  const project = await makeProject({ store: 'postgres://nobody:secret@127.0.0.1:1/none' });
  const ran = await project.swarm('create', 'rehearsal', project.script('a', ['say: hello']));
  expect(ran.code).toBe(2);
  expect(ran.stderr).toMatch(/database/i);
  expect(ran.stderr).not.toContain('secret');
});
