import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject } from './project.ts';

type List = Readonly<{
  templates: readonly { name: string; source: string }[];
  problems: readonly unknown[];
}>;

const SHIPPED = ['fix-bug', 'implement-feature', 'research-question', 'review-change', 'validate-deployment'];

test('a task is made of a template, and what does not fit is refused before anything starts', async () => {
  const project = await makeProject();
  const listed = await project.json<List>('templates');
  expect(listed.templates.map(({ name }) => name)).toEqual(SHIPPED);
  expect(listed.problems).toEqual([]);
  expect((await project.swarm('templates', 'check')).stdout).toBe('✅ All templates are sound\n');

  const words = ['create', 'rehearsal', '--template', 'validate-deployment', '--quiet'];
  const made = await project.swarm(
    ...words,
    '--set',
    'service=grafana',
    '--set',
    'url=http://x/',
    '--set',
    'retries=1',
  );
  expect(made.code).toBe(0);
  const id = made.stdout.trim();
  await project.swarm('wait', id, '--timeout', '50s');
  const prompt = readFileSync(join(project.paths.sessionsDir, id, 'prompt.md'), 'utf8');
  expect(prompt).toContain('# Validate the deployment of grafana (change: none)');

  const refused = async (...more: string[]) => {
    const { code, stderr } = await project.swarm(...more);
    expect(code).toBe(1);
    return stderr;
  };
  expect(await refused(...words)).toContain('needs --set service=… --set url=…');
  expect(await refused(...words, '--set', 'servise=x')).toContain(
    'has no variable "servise"; did you mean service?',
  );
  expect(await refused('create', 'rehearsal', '--template', 'fix-bgu')).toContain('Did you mean: fix-bug?');
  expect(await refused('create', 'rehearsal', '-m', 'x', '--set', 'service=x')).toContain('service');
});

test('a template of the project stands before one that ships; a broken one is told by line', async () => {
  const project = await makeProject();
  const made = await project.json<{ file: string; copied: boolean }>('templates', 'new', 'fix-bug');
  expect(made).toMatchObject({ file: 'templates/fix-bug.md', copied: true });
  const listed = await project.json<List>('templates');
  expect(listed.templates.find(({ name }) => name === 'fix-bug')?.source).toBe('project');
  expect((await project.swarm('templates', 'new', 'fix-bug')).stderr).toContain('is there already');
  project.write(
    'templates/odd.md',
    '---\ndescription: odd\nvariables:\n  a: {type: number, default: many}\n---\n{{b}}\n',
  );
  const checked = await project.swarm('templates', 'check');
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain('odd.md:3: {{b}} is no variable');
  expect((await project.swarm('templates', 'show', 'odd')).stderr).toContain('odd.md:3');
  expect((await project.swarm('templates', 'show', 'review-change')).stdout).toContain(
    'max_findings (number, default 20)',
  );
});
