import { expect, test } from 'vitest';
import { create, makeProject } from './project.ts';

type SessionList = { sessions: { session_id: string; status: string }[] };

test('of two creates at the last free slot, one is admitted and one is refused', async () => {
  const project = await makeProject({ limits: { sessions: 3 } });
  await create(project, ['silent']);
  await create(project, ['silent']);
  const file = project.script('last', ['silent']);

  const ran = await Promise.all([1, 2].map(() => project.swarm('create', 'rehearsal', file)));
  expect(ran.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(ran.map(({ stderr }) => stderr).join('')).toContain('Max concurrent sessions (3) reached');
  expect((await project.json<SessionList>('list')).sessions).toHaveLength(3);
});

test('ten processes that create at once make ten sessions with ten ids, all of which complete', async () => {
  const project = await makeProject({ limits: { sessions: 10 } });
  const file = project.script('many', ['say: hello']);

  const ran = await Promise.all(
    Array.from({ length: 10 }, () => project.swarm('create', 'rehearsal', file, '--quiet')),
  );
  const ids = ran.map(({ stdout }) => stdout.trim());
  expect(ran.map(({ code }) => code)).toEqual(Array(10).fill(0));
  expect(new Set(ids).size).toBe(10);
  expect((await project.swarm('wait', ...ids, '--timeout', '50s')).code).toBe(0);
});

test('ten creates at once with one key make one session; other content under it is refused', async () => {
  const project = await makeProject();
  const file = project.script('keyed', ['say: hello']);

  const ran = await Promise.all(
    Array.from({ length: 10 }, () => project.swarm('create', 'rehearsal', file, '--quiet', '--key', 'k1')),
  );
  expect(new Set(ran.map(({ stdout }) => stdout.trim())).size).toBe(1);
  expect((await project.json<SessionList>('list')).sessions).toHaveLength(1);
  const other = await project.swarm(
    'create',
    'rehearsal',
    project.script('other', ['say: bye']),
    '--key',
    'k1',
  );
  expect(other.code).toBe(1);
});
