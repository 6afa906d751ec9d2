import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { create, makeProject, statusOf, type TestProject } from './project.ts';

type QuestionJson = Readonly<{
  id: string;
  kind: string;
  text: string;
  session_id: string;
  options: string[];
}>;

const LIMIT = { timeout: 30_000, interval: 100 };
const REFUSED = 'auth_failure: Invalid API key';

const questions = async (project: TestProject): Promise<QuestionJson[]> =>
  (await project.json<{ questions: QuestionJson[] }>('questions')).questions;

const asked = (project: TestProject, count: number): Promise<QuestionJson[]> =>
  vi.waitFor(async () => {
    const found = await questions(project);
    expect(found).toHaveLength(count);
    return found;
  }, LIMIT);

test('a session that is not logged in asks, costs no retry, and goes on with its conversation', async () => {
  const project = await makeProject({ retries: 0, limits: { sessions: 1 } });
  const id = await create(project, ['say: before', REFUSED, 'say: after the login']);
  const [question] = await asked(project, 1);
  expect(question).toMatchObject({ kind: 'login', session_id: id, options: ['go on', 'give up'] });
  expect(question?.text).toContain('is not logged in: Invalid API key');
  expect(await statusOf(project, id)).toMatchObject({ state: 'waiting', attempt: 1 });
  // Its slot is free for another.
  const other = await create(project, ['say: done']);
  expect((await project.swarm('wait', other)).code).toBe(0);

  expect((await project.swarm('answer', question?.id ?? '', 'go on')).code).toBe(0);
  expect((await project.swarm('wait', id)).code).toBe(0);
  expect(await statusOf(project, id)).toMatchObject({ status: 'COMPLETED', attempt: 2 });
  expect((await project.swarm('logs', id)).stdout).toContain('after the login');
});

test('who gives up a login fails the session, with what the agent CLI said', async () => {
  const project = await makeProject();
  const id = await create(project, [REFUSED]);
  const [question] = await asked(project, 1);
  await project.swarm('answer', question?.id ?? '', 'give up');
  expect((await project.swarm('wait', id)).code).toBe(2);
  expect(await project.json('status', id)).toMatchObject({
    status: 'FAILED',
    reason: 'asked',
    status_reason: expect.stringContaining('Invalid API key'),
  });
});

test('one answer goes for all who wait for the same login', async () => {
  const project = await makeProject();
  const ids = [await create(project, [REFUSED]), await create(project, [REFUSED])];
  const [first] = await asked(project, 2);
  await project.swarm('answer', first?.id ?? '', 'go on');
  for (const id of ids) expect((await project.swarm('wait', id)).code).toBe(0);
});

test('a loop asks once for a login, begins nothing meanwhile, and goes on with all of its work', async () => {
  const project = await makeProject();
  const letGo = join(project.home, 'go');
  const scripts = { a: [REFUSED], b: [`run: until test -e ${letGo}; do sleep 0.1; done`], c: ['say: well'] };
  for (const [id, steps] of Object.entries(scripts)) {
    const body = `\`\`\`rehearsal\n${steps.map((step) => `- ${step}`).join('\n')}\n\`\`\``;
    await project.swarm('queue', 'add', `Do ${id}`, '--id', id, '--body', body);
  }
  const words = ['loop', '--agent', 'rehearsal', '--delay', '0s', '--until-empty', '--concurrency', '2'];
  await project.swarm(...words, '--detach');
  const [question] = await asked(project, 1);
  writeFileSync(letGo, '');
  const reach = (wanted: object) =>
    vi.waitFor(async () => {
      const { loops } = await project.json<{ loops: object[] }>('loop', 'list', '--all');
      expect(loops).toMatchObject([wanted]);
    }, LIMIT);
  await reach({ state: 'running', iteration: 2, done: 1 });
  expect(await questions(project)).toHaveLength(1);
  await reach({ state: 'running', iteration: 2, failed: 0, consecutive_failures: 0 });
  await project.swarm('answer', question?.id ?? '', 'go on');
  await reach({ state: 'finished', iteration: 3, done: 3, failed: 0 });
});
