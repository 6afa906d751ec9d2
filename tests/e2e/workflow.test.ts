import { expect, test } from 'vitest';
import { makeProject } from './project.ts';

const MINE = `description: Mine
entry: work
roles:
  worker: { persona: developer }
stages:
  work:
    role: worker
    task: "Do {goal}"
    on:
      result: { finish: true }
`;

test('the shipped workflows are listed, drawn and sound', async () => {
  const project = await makeProject();
  const { workflows } = await project.json<{ workflows: { name: string; problems: unknown[] }[] }>(
    'workflow',
    'list',
  );
  expect(workflows.map(({ name }) => name)).toEqual(['architecture', 'development', 'research']);
  for (const { name } of workflows) {
    const shown = await project.swarm('workflow', 'show', name);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('review.approved  ■ done')]);
  }
  const checked = await project.swarm('workflow', 'check');
  expect([checked.code, checked.stdout]).toEqual([0, '3 good, 0 broken\n']);
});

test("a project's own workflow is found first, and completed in the shell", async () => {
  const project = await makeProject();
  project.write('workflows/research.yaml', MINE);
  const shown = await project.json<{ description: string; source: string }>('workflow', 'show', 'research');
  expect(shown).toMatchObject({ description: 'Mine', source: 'project' });
  const offers = await project.swarm('--json', '__complete', '--', 'workflow', 'show', 'res');
  expect(JSON.parse(offers.stdout)).toEqual({ offers: ['research'] });
});

test('whatever is wrong with a workflow is told with file, line and the nearest name', async () => {
  const project = await makeProject();
  const file = project.write('drafts/mine.yaml', MINE.replace('role: worker', 'role: wroker'));
  const checked = await project.swarm('workflow', 'check', 'drafts/mine.yaml');
  expect([checked.code, checked.stdout]).toEqual([
    1,
    expect.stringContaining(
      `❌ ${file}:7: stages.work.role: unknown role "wroker"; did you mean "worker"?\n`,
    ),
  ]);
  project.write('workflows/mine.yaml', MINE.replace('persona: developer', 'persona: developr'));
  const stranger = await project.swarm('workflow', 'check', 'mine');
  expect([stranger.code, stranger.stdout]).toEqual([
    1,
    expect.stringContaining('unknown persona "developr"; did you mean "developer"?'),
  ]);
});

test('a workflow that is not there, or broken, is refused in one line with a hint', async () => {
  const project = await makeProject();
  project.write('workflows/broken.yaml', MINE.replace('entry: work', 'entyr: work'));
  const cases: readonly (readonly [words: string[], message: string])[] = [
    [['show', 'reserch'], 'ℹ️  Did you mean: research?'],
    [['show', 'broken'], 'broken.yaml:2: entyr: unknown key; did you mean "entry"?'],
    [['show', '../research'], '❌ Workflow not found: ../research'],
    [['check', 'none/none.yaml'], '❌ Workflow not found: none/none.yaml'],
  ];
  for (const [words, message] of cases) {
    const ran = await project.swarm('workflow', ...words);
    expect([words, ran.code, ran.stdout]).toEqual([words, 1, '']);
    expect(ran.stderr).toContain(message);
  }
});
