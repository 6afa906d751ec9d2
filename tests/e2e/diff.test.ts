import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { create, makeProject, type TestProject } from './project.ts';

const BUNDLE = new URL('../../dist/swarm.cjs', import.meta.url).pathname;
const AS = '-c user.name=t -c user.email=t@example.invalid';

type Diff = Readonly<{ source: string; files: readonly { path: string }[]; uncommitted: readonly string[] }>;

function onTerminal({ root, env }: TestProject, ...words: string[]): string {
  const line = [process.execPath, BUNDLE, ...words].map((word) => `'${word}'`).join(' ');
  const own = { ...env, TERM: 'xterm' };
  return execFileSync('script', ['-qec', line, '/dev/null'], { cwd: root, env: own, encoding: 'utf8' });
}

test('a diff shows the work of a session with its workspace, without it, and in the archive', async () => {
  const project = await makeProject();
  const steps = [
    `run: printf "one\\033[2J\\n" > one.txt; git add .; git ${AS} commit -qm "Add one"`,
    'write: {path: two.txt, text: "two\\n"}',
  ];
  const id = await create(project, steps, '--workspace', '--title', 'Add two files');
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);

  const piped = (await project.swarm('diff', id)).stdout;
  expect(piped).toContain(`Add two files ${id}\nIn its workspace, branch swarm/${id}, since `);
  expect(piped).toContain('1 commit, 2 files, +2 −0\n');
  expect(piped).toContain('\n+one\u001b[2J\n');
  expect(onTerminal(project, 'diff', id)).toContain('+one<U+001B>[2J');
  const stat = (await project.swarm('diff', id, '--stat')).stdout;
  expect(stat).toContain('Not committed: two.txt\n\n  one.txt  +1 −0\n  two.txt  +1 −0\n');
  expect((await project.swarm('diff', id, 'two.txt')).stdout).not.toContain('b/one.txt');
  // A pipe gets what git can apply.
  const patch = project.write('work.patch', piped);
  execFileSync('git', ['apply', '--check', patch], { cwd: project.root, env: project.env });

  await project.swarm('clean', '--yes');
  expect((await project.swarm('archive', id)).code).toBe(0);
  const later = await project.json<Diff>('diff', id);
  expect(later).toMatchObject({ source: 'branch', files: [{ path: 'one.txt' }], uncommitted: [] });
  expect((await project.swarm('diff', id)).stdout).toContain(`swarm rescue show ${id}/1\n`);
});

test('a session without a workspace is told where its changes are', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: done'], '--here');
  const refused = await project.swarm('diff', id);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`Session ${id} has no workspace`);
  expect(refused.stderr).toContain(project.root);
});
