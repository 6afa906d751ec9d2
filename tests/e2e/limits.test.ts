import { expect, test } from 'vitest';
import { create, makeProject, statusOf } from './project.ts';

test('a session that works longer than its lifetime is killed, and says so', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: up', 'silent'], '--timeout', '2s');

  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({ status: 'KILLED', reason: 'timeout' });
  expect((await project.swarm('events', id)).stdout).toContain('Timeout');
});

test('an agent that falls silent is nudged, then tried again, then given up', async () => {
  const project = await makeProject({ retries: 0, timeouts: { silence: '1s', sweep: '200ms' } });
  const id = await create(project, ['say: up', 'silent']);

  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({ status: 'FAILED', reason: 'timeout' });
  const events = (await project.swarm('events', id)).stdout;
  expect(events).toContain('nudge');
  expect(events).toContain('silent');
});

test('a session that fills the disk is warned of, then fails', async () => {
  const limits = { sessionDiskWarnMb: 1, sessionDiskMb: 3 };
  const project = await makeProject({ limits, timeouts: { sweep: '200ms' } });
  const fill = 'head -c 5000000 /dev/zero > "$SWARM_ATTEMPT_DIR/large"';
  const id = await create(project, [`run: ${JSON.stringify(fill)}`, 'silent']);

  expect((await project.swarm('wait', id, '--timeout', '50s')).code).toBe(2);
  expect(await statusOf(project, id)).toMatchObject({ status: 'FAILED', reason: 'disk' });
});

test('a rate limit parks the session until its reset, and costs no retry', async () => {
  const project = await makeProject({ retries: 0 });
  const id = await create(project, ['say: first', 'rate_limit: 2s', 'say: second', 'result: {ok: true}']);

  await project.swarm('events', id, '--follow', '--until', 'park');
  expect(await statusOf(project, id)).toMatchObject({ status: 'RUNNING', state: 'parked' });
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await statusOf(project, id)).toMatchObject({ attempt: 2 });
});

test('an agent may not start sessions of its own unless the project allows it', async () => {
  const project = await makeProject();
  const task = project.script('child', ['say: never']);
  const id = await create(project, [
    `run: "swarm create rehearsal ${task} > nested.txt 2>&1; cat nested.txt"`,
  ]);

  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect((await project.json<{ sessions: unknown[] }>('list')).sessions).toHaveLength(1);
});
