import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../postgres-database.ts';
import { create, makeProject, statusOf, type TestProject } from './project.ts';

const SETTINGS = { timeouts: { sweep: '200ms' } };

/** The same project on two machines, as far as Swarm can tell: two folders, two names, one store. */
async function makeHosts(): Promise<Readonly<{ ada: TestProject; bob: TestProject }>> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const on = (host: string) => makeProject({ ...SETTINGS, store: database.url, host });
  return { ada: await on('ada'), bob: await on('bob') };
}

test('a supervisor leaves alone what runs on another host, and both share rows and slots', async () => {
  const { ada, bob } = await makeHosts();
  const there = await create(ada, ['ask: Which colour?', 'say: thanks', 'result: {host: ada}']);
  const here = await create(bob, ['say: I begin.', 'result: {host: bob}']);
  expect((await bob.swarm('wait', here, '--timeout', '30s')).code).toBe(0);
  // The supervisor there has swept many times by now, and so has the one that serves the question.
  await bob.swarm('events', there, '--follow', '--until', 'question-asked');

  const { questions } = await bob.json<{ questions: { id: string }[] }>('questions');
  expect((await bob.swarm('answer', questions[0]?.id ?? '', 'green')).code).toBe(0);
  expect((await bob.swarm('wait', there, '--timeout', '30s')).code).toBe(0);
  expect(await statusOf(ada, there)).toMatchObject({ status: 'COMPLETED', attempt: 1, host: 'ada' });
  expect(await statusOf(bob, here)).toMatchObject({ status: 'COMPLETED', attempt: 1, host: 'bob' });
});

test('one that is at work elsewhere is told so, and can be killed from here', async () => {
  const { ada, bob } = await makeHosts();
  const id = await create(ada, ['sleep: 120s']);
  await bob.swarm('create', 'rehearsal', bob.script('short', ['say: hello']));
  await vi.waitFor(async () => expect(await statusOf(bob, id)).toMatchObject({ state: 'working' }), {
    timeout: 20_000,
  });
  expect((await bob.swarm('status', id)).stdout).toContain('Host: ada');
  const attached = await bob.swarm('attach', id);
  expect([attached.code, attached.stderr]).toEqual([1, expect.stringContaining('on the host ada')]);

  expect((await bob.swarm('kill', id, '--force')).code).toBe(0);
  expect((await bob.swarm('wait', id, '--timeout', '30s')).code).toBe(2);
  expect(await statusOf(ada, id)).toMatchObject({ status: 'KILLED', attempt: 1, tmux_active: false });
});

test('a loop is served by the host that it was started on, and the queue by both', async () => {
  const { ada, bob } = await makeHosts();
  for (const n of [1, 2, 3, 4]) await ada.swarm('queue', 'add', `Item ${n}`, '--id', `item-${n}`);
  const play = ['say: done', 'result: {ok: true}'].map((step) => `- ${step}`).join('\n');
  for (const host of [ada, bob]) {
    const template = host.write('template.md', `{{TITLE}}\n\n\`\`\`rehearsal\n${play}\n\`\`\`\n`);
    await host.swarm(
      'loop',
      '--agent',
      'rehearsal',
      '--until-empty',
      '--delay',
      '0s',
      '--template',
      template,
    );
  }
  await vi.waitFor(
    async () => {
      const { loops } = await ada.json<{ loops: { state: string }[] }>('loop', 'list', '--all');
      expect(loops.map(({ state }) => state)).toEqual(['finished', 'finished']);
    },
    { timeout: 40_000 },
  );
  const { sessions } = await ada.json<{ sessions: { session_id: string; attempt: number }[] }>('list');
  expect(sessions).toHaveLength(4);
  const statuses = await Promise.all(sessions.map(({ session_id }) => statusOf(ada, session_id)));
  expect(statuses.map(({ status }) => status)).toEqual(Array(4).fill('COMPLETED'));
  expect(statuses.map(({ attempt }) => attempt)).toEqual(Array(4).fill(1));
});
