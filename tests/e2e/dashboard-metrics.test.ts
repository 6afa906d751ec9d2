import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { askRaw, signIn } from './dashboard-client.ts';
import { create, makeProject } from './project.ts';

const FOLDER = resolve(import.meta.dirname, '../../examples/monitoring');
const PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

test('metrics have a token of their own, and all that the rules and the board name', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: hello', 'done: finished']);
  await project.swarm('wait', id, '--timeout', '40s');
  const { served, cookie } = await signIn(project);
  const file = join(project.paths.swarmDir, 'dashboard', 'metrics.token');
  const token = readFileSync(file, 'utf8').trim();
  const read = (headers: Record<string, string>) => askRaw(served.port, '/metrics', { headers });

  for (const headers of [{}, { cookie }, { authorization: 'Bearer x' }])
    expect((await read(headers)).status).toBe(401);
  expect(
    (await askRaw(served.port, '/api/session.list', { headers: { authorization: `Bearer ${token}` } }))
      .status,
  ).toBe(401);
  const { text, headers } = await read({ authorization: `Bearer ${token}` });
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toContain('swarm_sessions{persona="rehearsal",state="completed"} 1');
  expect(text).toContain('swarm_turns_total{end="finish"} 1');
  expect(text).toContain('swarm_turn_duration_seconds_count 1');
  const again = await read({ authorization: `Bearer ${token}` });
  expect(again.text).toContain('swarm_turns_total{end="finish"} 1');

  const told = new Set([...text.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name));
  const named = readdirSync(FOLDER).flatMap((name) => [
    ...readFileSync(join(FOLDER, name), 'utf8').matchAll(/\bswarm_\w+/g),
  ]);
  expect(named.length).toBeGreaterThan(20);
  for (const [name] of named) expect(told).toContain(name.replace(/_bucket$/, ''));
});

test.skipIf(!PROMTOOL)('promtool finds nothing wrong with the rules', () => {
  const checked = spawnSync('promtool', ['check', 'rules', join(FOLDER, 'alerts.yaml')], {
    encoding: 'utf8',
  });
  expect(checked.stdout).toContain('SUCCESS');
  expect(checked.status).toBe(0);
});
