import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

type LoopJson = Readonly<{ state: string; done: number; failed: number; question_id: string | null }>;

const BUNDLE = resolve(import.meta.dirname, '../../dist/swarm.cjs');
const QUICK = ['loop', '--agent', 'rehearsal', '--delay', '0s', '--until-empty'];
const AS = '-c user.name=t -c user.email=t@example.invalid';

const outside = (project: TestProject): string => join(project.home, 'done');
const writing = (text: string): string =>
  `run: echo ${text} > same.txt; git add .; git ${AS} commit -qm ${text}`;

type Item = Readonly<{ id: string; step: string; needs?: readonly string[] }>;

async function add(project: TestProject, { id, step, needs = [] }: Item): Promise<void> {
  const flags = needs.flatMap((need) => ['--needs', need]);
  const body = `\`\`\`rehearsal\n- ${step}\n\`\`\``;
  const ran = await project.swarm('queue', 'add', `Do ${id}`, '--id', id, '--body', body, ...flags);
  expect([ran.code, ran.stderr]).toEqual([0, '']);
}

const reach = (project: TestProject, wanted: Partial<LoopJson>): Promise<LoopJson | undefined> =>
  vi.waitFor(
    async () => {
      const { loops } = await project.json<{ loops: LoopJson[] }>('loop', 'list', '--all');
      expect(loops[0]).toMatchObject(wanted);
      return loops[0];
    },
    { timeout: 40_000, interval: 100 },
  );

test('on a terminal a loop is a table that stays in place', async () => {
  const project = await makeProject();
  await add(project, { id: 'one', step: 'say: done' });
  await add(project, { id: 'two', step: 'say: done' });
  const line = [process.execPath, BUNDLE, ...QUICK].map((word) => `'${word}'`).join(' ');
  const shown = execFileSync('script', ['-qec', `stty cols 100 rows 20; ${line}`, '/dev/null'], {
    cwd: project.root,
    env: { ...project.env, TERM: 'xterm', NO_COLOR: '1' },
    encoding: 'utf8',
  }).replaceAll('\r', '');
  expect(shown.split('\u001b[?25l')).toHaveLength(2);
  const last = shown.slice(shown.lastIndexOf('\u001b[J'));
  expect(last).toMatch(/loop-\S+: finished\n2 done, 0 failed, 0 at work, /);
  expect(last).toMatch(/\nDo one +completed .* \$\d+\.\d\d\nDo two +completed .*\n/);
  expect(last).toContain('\u001b[?25h');
});

test('work in a workspace begins with what it needs; where that conflicts, a person is asked', async () => {
  const project = await makeProject();
  const read = `run: cat same.txt >> ${outside(project)}`;
  await add(project, { id: 'one', step: writing('one') });
  await add(project, { id: 'two', step: read, needs: ['one'] });
  await add(project, { id: 'rival', step: writing('rival') });
  await add(project, { id: 'both', step: read, needs: ['one', 'rival'] });
  await project.swarm(...QUICK, '--workspace', '--detach');
  const question = (await reach(project, { state: 'waiting', done: 3 }))?.question_id ?? '';
  expect((await project.swarm('questions', 'show', question)).stdout).toContain('The work of rival');
  const { items } = await project.json<{ items: { id: string }[] }>('queue', 'list');
  expect(items).toMatchObject([{ id: 'both', status: 'ready' }]);

  const git = (...words: string[]): string =>
    execFileSync('git', [...AS.split(' '), ...words], {
      cwd: project.root,
      env: project.env,
      encoding: 'utf8',
    });
  const branches = git('for-each-ref', '--format=%(refname:short)', 'refs/heads/swarm').trim().split('\n');
  for (const branch of branches) git('merge', '-q', '--no-edit', '-X', 'ours', branch);
  expect((await project.swarm('answer', question, 'go on')).code).toBe(0);
  await reach(project, { state: 'finished', done: 4, failed: 0 });
  expect(readFileSync(outside(project), 'utf8')).toBe('one\none\n');
});
