import { expect, test } from 'vitest';
import { makeProject } from './project.ts';

type Ranked = Readonly<{
  ranking: readonly { name: string; score: number; reasons: readonly string[]; completed: number }[];
  choice: { is: string; names: readonly string[] };
}>;
type CreatedSession = Readonly<{ agent: string; chosen: Ranked | null }>;

const TASK = '# Fix the bug in the login\n\n```rehearsal\n- say: fixed\n```\n';

test('auto picks the persona that fits the task best, and says why', async () => {
  const project = await makeProject();
  const task = project.write('task.md', TASK);
  const made = await project.swarm('create', 'auto', task, '--here');
  expect(made).toMatchObject({ code: 0, stderr: expect.stringMatching(/^developer +\d.*among its tags/m) });
  expect(made.stderr).toContain('Picked developer');
  const [, id = ''] = /created: (\S+)/.exec(made.stdout) ?? [];
  expect(id).toMatch(/-developer$/);
  expect((await project.swarm('wait', id, '--timeout', '50s')).code).toBe(0);

  const ranked = await project.json<Ranked>('personas', '--for', task);
  expect(ranked.choice).toEqual({ is: 'clear', names: ['developer'] });
  expect(ranked.ranking[0]).toMatchObject({ name: 'developer', completed: 1 });
  expect(ranked.ranking[0]?.reasons).toContain('1 of 1 sessions completed');
  const created = await project.json<CreatedSession>('create', 'auto', task, '--here');
  expect(created).toMatchObject({ agent: 'developer', chosen: { choice: ranked.choice } });
});

test('what is tied or fits nothing starts nothing, unless the first is wanted', async () => {
  const project = await makeProject();
  const persona = (name: string) =>
    project.write(
      `agents/${name}/${name}-agent.md`,
      `---\nname: ${name}\ntags: [zebra]\nwrites: false\n---\nx\n`,
    );
  persona('one');
  persona('other');
  const tied = await project.swarm('create', 'auto', '-m', 'Count every zebra');
  expect(tied.code).toBe(1);
  expect(tied.stderr).toContain('one and other fit this task about as well');
  expect(tied.stderr).toMatch(/^one +\d/m);
  const none = await project.swarm('create', 'auto', '-m', 'xyzzy');
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No persona fits this task')]);
  expect((await project.json<{ sessions: unknown[] }>('list')).sessions).toEqual([]);
  const sure = await project.swarm('create', 'auto', '-m', 'Count every zebra', '--yes', '--quiet');
  expect([sure.code, sure.stdout]).toEqual([0, expect.stringMatching(/-one\n$/)]);
  const many = await project.swarm('create', 'auto', '-m', 'zebra', '-m', 'zebra');
  expect([many.code, many.stderr]).toEqual([1, expect.stringContaining('give -m once')]);
});

test('a persona that is called auto is refused, with its file', async () => {
  const project = await makeProject();
  project.write('agents/auto/auto-agent.md', '---\nname: auto\n---\nx\n');
  const checked = await project.swarm('personas', 'check');
  expect([checked.code, checked.stdout + checked.stderr]).toEqual([
    1,
    expect.stringContaining('"auto" picks'),
  ]);
  const refused = await project.swarm('create', 'auto', '-m', 'Fix the bug');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('auto-agent.md:1')]);
});
