import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { create, makeProject, type TestProject } from './project.ts';

const BUNDLE = new URL('../../dist/swarm.cjs', import.meta.url).pathname;
const AS = '-c user.name=t -c user.email=t@example.invalid';
const COMMIT = `run: echo new > new.txt; git add .; git ${AS} commit -qm new`;

/** What a command writes to a terminal of so many columns, without colours. */
function onTerminal({ root, env }: TestProject, columns: number, ...words: string[]): string {
  const command = [process.execPath, BUNDLE, ...words].map((word) => `'${word}'`).join(' ');
  const own = { ...env, TERM: 'xterm', NO_COLOR: '1' };
  const args = ['-qec', `stty cols ${columns}; ${command}`, '/dev/null'];
  return execFileSync('script', args, { cwd: root, env: own, encoding: 'utf8' }).replaceAll('\r', '');
}

test('on a terminal sessions are grouped, and the command that is wanted next is named', async () => {
  const project = await makeProject();
  expect(onTerminal(project, 100)).toBe('No sessions found\n\nNext: swarm create <agent> <task-file>\n');
  const asking = await create(project, ['ask: Which one?'], '--title', 'Mend the login');
  const ready = await create(project, [COMMIT, 'say: done'], '--workspace', '--title', 'Write a file');
  const plain = await create(project, ['say: done'], '--title', `A long title ${'x'.repeat(100)}`);
  await project.swarm('wait', ready, plain, '--timeout', '60s');
  const asked = async () => (await project.json<{ questions: { id: string }[] }>('questions')).questions;
  const id = await vi.waitFor(
    async () => {
      const [question] = await asked();
      expect(question).toBeDefined();
      return question?.id;
    },
    { timeout: 30_000 },
  );

  const shown = onTerminal(project, 100, 'list');
  const row = (session: string, state: string, rest: string): string =>
    `  ${session} +${state} +(\\d+s|\\d+m \\d+s)( ago)? +${rest}`;
  expect(shown).toMatch(
    new RegExp(
      [
        `^Needs you\n${row(asking, 'waiting', 'rehearsal +Mend the login')}\n    ${id}: Which one\\?\n\n`,
        `Ready for review\n${row(ready, 'completed', 'rehearsal +Write a file')}\n\n`,
        `Done\n${row(plain, 'completed', 'rehearsal +A long title x+…')}\n\n`,
        `Next: swarm answer ${id} <answer>\n$`,
      ].join(''),
    ),
  );
  expect(onTerminal(project, 100)).toContain(`Next: swarm answer ${id} <answer>\n`);
  const narrow = onTerminal(project, 60, 'list').split('\n');
  expect(narrow.filter((line) => line.length > 60)).toEqual([]);

  await project.swarm('kill', asking, '--force');
  expect(onTerminal(project, 100, 'list')).toContain(`Next: swarm merge ${ready}\n`);
  execFileSync('git', ['merge', '-q', `swarm/${ready}`], { cwd: project.root, env: project.env });
  const after = onTerminal(project, 100, 'list');
  expect(after).not.toContain('Ready for review');
  expect(after).toMatch(/Next: swarm create <agent> <task-file>\n$/);
});

test('in a pipe, or with a filter, it is the table that scripts read', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: done'], '--title', `A title ${'x'.repeat(100)}`);
  await project.swarm('wait', id, '--timeout', '60s');
  const { stdout } = await project.swarm('list');
  const [head = '', row = '', ...rest] = stdout.split('\n');
  expect(head).toMatch(/^SESSION ID +AGENT +STATUS +STARTED +ELAPSED +TITLE$/);
  expect(row).toMatch(/^\S+ +rehearsal +COMPLETED +\d{4}-\d\d-\d\d \d\d:\d\d +\S+ +A title x{100}$/);
  expect(rest).toEqual(['', 'Total: 1 session (1 completed)', '']);
  expect(onTerminal(project, 60, 'list', '--status', 'completed')).toContain(head);
  const bare = await project.swarm();
  expect([bare.code, bare.stdout]).toEqual([0, expect.stringContaining('\nNext: swarm create')]);
});

test('what is done is not shown without end, unless all of it is asked for', async () => {
  const project = await makeProject({ limits: { sessions: 12 } });
  const ids: string[] = [];
  for (let nth = 0; nth < 10; nth++) ids.push(await create(project, ['say: done'], '--key', `${nth}`));
  await project.swarm('wait', ...ids, '--timeout', '90s');
  expect(onTerminal(project, 100, 'list')).toContain('  … 2 more (swarm list --all)\n');
  const all = onTerminal(project, 100, 'list', '--all');
  expect(ids.filter((id) => !all.includes(`  ${id} `))).toEqual([]);
  expect(all).not.toContain('more (');
});

test('all projects of the person are listed from anywhere, and those that are not read say why', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: done']);
  await project.swarm('wait', id, '--timeout', '60s');
  const other = join(project.root, '..', 'other');
  mkdirSync(other);
  const inOther = (...words: string[]) => project.swarmWith({ cwd: other }, ...words);
  expect((await inOther('init')).code).toBe(0);
  const everywhere = async (): Promise<string> =>
    (await project.swarmWith({ cwd: project.home }, 'ls', '--everywhere')).stdout;

  const shown = await everywhere();
  expect(shown).toContain(`${project.root}\nDone\n  ${id} `);
  expect(shown).toContain(`Next: swarm -C ${project.root} create`);
  expect(shown).toContain('/other\n  No sessions yet\n');
  expect(existsSync(join(other, '.swarm', 'swarm.db'))).toBe(false);
  await inOther('trust', '--revoke');
  expect(await everywhere()).toContain('/other\n  Not trusted');
  rmSync(other, { recursive: true });
  const { projects } = await project.json<{ projects: { root: string }[] }>('list', '--everywhere');
  expect(projects).toMatchObject([{ root: project.root, problem: null }]);
  expect((await project.swarm('ls', '--everywhere', '--tag', 'x')).code).toBe(1);
});
