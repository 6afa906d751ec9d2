import { expect, test, vi } from 'vitest';
import { create, makeProject, statusOf } from './project.ts';

type Usage = Readonly<{ usage: readonly { of: string; title: string }[] }>;

test('a session is called by its title in lists, questions and sums', async () => {
  const project = await makeProject();
  // Begun within one second, the id of one begins with that of the other.
  const [named, plain] = await Promise.all([
    create(project, ['ask: Which one?'], '--title', 'Mend the login'),
    create(project, ['say: done']),
  ]);
  await project.swarm('wait', plain, '--timeout', '30s');

  expect(await statusOf(project, named)).toMatchObject({ title: 'Mend the login' });
  const { title } = await statusOf(project, plain);
  expect((await project.swarm('status', plain)).stdout).toContain(`Title: ${title}\n`);
  const lines = (await project.swarm('list')).stdout.split('\n');
  expect(lines[0]).toMatch(/^SESSION ID +AGENT +STATUS +STARTED +ELAPSED +TITLE$/);
  expect(lines.find((line) => line.startsWith(`${named} `))).toMatch(/Mend the login$/);
  expect(lines.find((line) => line.startsWith(`${plain} `))).toMatch(new RegExp(`${title}$`));

  const listed = async (): Promise<string> => (await project.swarm('questions')).stdout;
  await vi.waitFor(async () => expect(await listed()).toContain('  Mend the login\n'), { timeout: 30_000 });
  const { usage } = await project.json<Usage>('usage', '--by', 'session');
  expect(usage.find(({ of }) => of === plain)?.title).toBe(title);
});
