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

test('a parked session says why and until when; resume wakes it, and its message with it', async () => {
  const project = await makeProject({ retries: 0 });
  const id = await create(project, ['say: first', 'rate_limit: 1h', 'say: second', 'result: {ok: true}']);
  await project.swarm('events', id, '--follow', '--until', 'park');

  const parked = { cause: 'rate-limit', tries: 1, reason: 'the usage limit is reached' };
  expect(await statusOf(project, id)).toMatchObject({ state: 'parked', parked, retries_left: 0 });
  const { sessions } = await project.json<{ sessions: unknown[] }>('list');
  expect(sessions).toMatchObject([{ parked: { ...parked, next_try_at: expect.any(String) } }]);
  expect((await project.swarm('list')).stdout).toMatch(
    /RUNNING .*\(parked until .* after 1 failed try: rate limit/,
  );
  const sent = await project.swarm('send', id, 'and this');
  expect(sent.stdout).toContain('because it is parked until');
  expect(sent.stdout).toContain(`swarm resume ${id}`);

  expect(await project.swarm('resume', id)).toMatchObject({ code: 0 });
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect(await statusOf(project, id)).toMatchObject({ attempt: 2, parked: null });
  expect((await project.swarm('resume', id)).stderr).toContain('already terminated');
});

test('resume of a session that is not parked, or is suspended, says so', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: first', 'silent']);
  await project.swarm('events', id, '--follow', '--until', 'heard');
  expect((await project.swarm('resume', id)).stderr).toContain('is working, not parked');
  await project.swarm('pause', '--all');
  await project.swarm('events', id, '--follow', '--until', 'park');
  expect((await project.swarm('resume', id)).stderr).toContain('suspended');
  await project.swarm('unpause', '--all');
  await project.swarm('kill', id, '--force');
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
