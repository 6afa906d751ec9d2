import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { create, makeProject, statusOf } from './project.ts';

test('an agent that adds work without end is stopped at its limit, and told; so is the person', async () => {
  const project = await makeProject({ limits: { itemsPerSession: 2 } });
  const id = await create(project, ['run: for n in 1 2 3 4; do swarm queue add "work $n"; done']);
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);

  expect((await project.json<{ items: unknown[] }>('queue', 'list')).items).toHaveLength(2);
  expect((await project.swarm('logs', id)).stdout).toContain('2 work items were added, as many as one');
  const status = await project.swarm('status', id);
  expect(status.stdout).toMatch(/^Limit: .*limits\.itemsPerSession/m);
  const events = (await project.swarm('events', id, '--json')).stdout;
  expect(events.match(/quota-spent/g)).toHaveLength(1);
});

test('an agent that ends the tmux server at every attempt spends its retries after the third', async () => {
  const project = await makeProject({ retries: 1 });
  const kill = `tmux -L ${project.paths.tmuxSocketName} kill-server`;
  const id = await create(project, ['say: on my way', `run: ${kill}; sleep 5`]);
  expect((await project.swarm('wait', id, '--timeout', '60s')).code).toBe(2);
  const { status, attempt } = await statusOf(project, id);
  expect(status).toBe('FAILED');
  // Where the end of the agent is seen before that of the server, it counts as a crash, and costs one too.
  expect(attempt).toBeLessThanOrEqual(5);
});

test('an agent that asks without end holds up no other, and can be killed', async () => {
  const project = await makeProject();
  const ask = '"$SWARM_ATTEMPT_DIR/ask"';
  // Faster than requests are answered, for as long as it lives.
  const flood = `cd ${ask}; n=0; while :; do n=$((n+1)); echo "{ not json" > "f$n.json"; done`;
  const flooder = await create(project, [`run: ${JSON.stringify(flood)}`]);
  const answers = join(project.paths.sessionsDir, flooder, 'attempts/1/answer');
  await vi.waitFor(() => expect(readdirSync(answers)).not.toHaveLength(0), { timeout: 40_000 });

  const other = await create(project, ['result: {ok: true}']);
  expect((await project.swarm('wait', other, '--timeout', '40s')).code).toBe(0);
  expect((await statusOf(project, flooder)).status).toBe('RUNNING');
  expect(await project.swarm('kill', flooder, '--force')).toMatchObject({ code: 0 });
  await project.swarm('wait', flooder, '--timeout', '40s');
  expect((await statusOf(project, flooder)).status).toBe('KILLED');
}, 150_000);

test('a participant that reserves without end is stopped at its limit, and what it holds stays', async () => {
  const project = await makeProject();
  await project.swarm('join', '--name', 'BlueLake');
  const globs = (from: number): string[] => Array.from({ length: 100 }, (_, n) => `src/part-${from + n}/**`);
  for (const from of [0, 100, 200]) expect((await project.swarm('reserve', ...globs(from))).code).toBe(0);
  const more = await project.swarm('reserve', 'docs/**');
  expect([more.code, more.stderr]).toEqual([
    1,
    expect.stringContaining('may hold 300; nothing was reserved'),
  ]);
  // One that is held already is no new one.
  expect((await project.swarm('reserve', 'src/part-0/**')).code).toBe(0);
  await project.swarm('release', 'src/part-1/**');
  expect((await project.swarm('reserve', 'docs/**')).code).toBe(0);
});
