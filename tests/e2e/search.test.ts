import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAttempt } from './mcp-client.ts';
import { create, makeProject, type TestProject } from './project.ts';

const AS = '-c user.name=t -c user.email=t@example.invalid';

type Hits = Readonly<{ hits: readonly Readonly<{ kind: string; id: string; session_id: string | null }>[] }>;
type Questions = Readonly<{
  questions: readonly Readonly<{ id: string; session_id: string; text: string }>[];
}>;

const git = ({ root, env }: TestProject, ...words: string[]): string =>
  execFileSync('git', words, { cwd: root, env, encoding: 'utf8' }).trim();

test('what was said is found by its words wherever it stands', async () => {
  const project = await makeProject();
  await project.swarm('queue', 'add', 'Look for the Kestrel', '--id', 'w-1');
  const { id, letGo } = await openAttempt(project, 'note: the kestrel may nest twice', 'done: over');
  await project.swarm('send', id, 'Mind the kestrel, please');
  const { hits } = await project.json<Hits>('search', 'KESTREL');
  expect(hits).toContainEqual(expect.objectContaining({ kind: 'work', id: 'w-1' }));
  expect(hits).toContainEqual(expect.objectContaining({ kind: 'message', session_id: id }));
  expect((await project.json<Hits>('search', '--in', 'work', 'kestrel')).hits).toHaveLength(1);
  expect((await project.json<Hits>('search', 'kestrel', 'nowhere')).hits).toEqual([]);
  const shown = (await project.swarm('search', 'mind', 'kestrel')).stdout;
  expect(shown).toMatch(/^Messages\n.*\n {4}Mind the kestrel, please\n {2}Show it: swarm messages show /);
  expect(await project.swarm('search', '  ')).toMatchObject({ code: 1 });
  const journal = await project.swarm('search', '--in', 'journal', 'agent', 'is', 'RUNNING');
  expect(journal.stdout).toContain(`${id}  agent is running\n`);
  const last = (await project.swarm('events', '@last')).stdout;
  expect(last).toContain(`${id} agent is running`);
  expect(last).not.toContain('work item');
  letGo();
  await project.swarm('wait', id, '--timeout', '40s');
});

test('branches of sessions that conflict become a question, until a later merge goes well', async () => {
  const project = await makeProject();
  const work = async (text: string): Promise<string> => {
    const steps = [`run: echo ${text} > same.txt; git add .; git ${AS} commit -qm "${text}"`, 'done: over'];
    const id = await create(project, steps, '--workspace', '--title', text);
    expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
    return id;
  };
  const [first, second] = [await work('first'), await work('second')];
  expect((await project.swarm('merge', first)).code).toBe(0);
  const before = git(project, 'rev-parse', 'HEAD');
  const refused = await project.swarm('merge', second, '--json');
  const { is, question_id } = JSON.parse(refused.stdout) as { is: string; question_id: string };
  expect([refused.code, is]).toEqual([1, 'conflict']);
  expect(git(project, 'rev-parse', 'HEAD')).toBe(before);
  const { questions } = await project.json<Questions>('questions');
  expect(questions).toMatchObject([{ id: question_id, session_id: second }]);
  expect(questions[0]?.text).toContain(`swarm send ${second} "Merge `);

  const branch = git(project, 'branch', '--show-current');
  const fix = `git ${AS} merge -q -s ours -m Ours ${branch}`;
  const { worktree } = await project.json<{ worktree: { path: string } }>('status', second);
  execFileSync('sh', ['-c', fix], { cwd: worktree.path, env: project.env });
  expect((await project.swarm('merge', second)).code).toBe(0);
  expect(await project.json('questions')).toEqual({ questions: [] });
  expect(readFileSync(join(project.root, 'same.txt'), 'utf8')).toBe('second\n');
});
