import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, type ProgramEnd, type TestProject } from './project.ts';

const RECORDED = resolve(import.meta.dirname, '../agents/recorded/codex-0.166.0/tools.jsonl');

type CreatedSession = Readonly<{
  session_id: string;
  work_dir: string;
  branch: string | null;
  warnings: string[];
}>;

/** A project with a stand-in for Codex that writes a file where it works, and tells what it finds there. */
async function makeWriter(config: Readonly<Record<string, unknown>> = {}) {
  const project = await makeProject({ cli: 'codex', ...config });
  const bin = join(project.home, 'bin');
  const script = [
    '#!/bin/sh',
    'cat > /dev/null',
    'if [ -e draft.txt ]; then cp draft.txt seen.txt; fi',
    'echo made > made.txt',
    `while [ -e '${join(project.home, 'hold')}' ]; do sleep 0.05; done`,
    `cat '${RECORDED}'`,
    '',
  ].join('\n');
  mkdirSync(bin);
  writeFileSync(join(bin, 'codex'), script, { mode: 0o755 });
  project.write('task.md', 'Write a file.');
  const swarm = (...words: string[]): Promise<ProgramEnd> =>
    project.swarmWith({ env: { PATH: `${bin}:${process.env.PATH}` } }, ...words);
  const create = async (...words: string[]): Promise<CreatedSession> => {
    const ran = await swarm('create', 'developer', 'task.md', '--json', ...words);
    expect(ran).toMatchObject({ code: 0 });
    return JSON.parse(ran.stdout);
  };
  const finish = async ({ session_id: id }: CreatedSession): Promise<void> => {
    expect((await swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  };
  return { project, swarm, create, finish };
}

const at = (project: TestProject, ...words: string[]): string =>
  execFileSync('git', words, { cwd: project.root, env: project.env, encoding: 'utf8' });

test('an agent that writes works in a worktree of its own, and create says where', async () => {
  const { project, swarm, create, finish } = await makeWriter();
  project.write('draft.txt', 'mine');
  const told = await swarm('create', 'developer', 'task.md');
  const [, , , , place] = told.stdout.split('\n');
  expect(place).toMatch(/^📍 Works in: .*worktrees\/\S+ \(branch swarm\/\S+\)$/);
  expect(told.stderr).toContain('not in its workspace: ');
  expect(told.stderr).toContain('draft.txt');

  const created = await create('--with-changes');
  await finish(created);
  expect(existsSync(join(project.root, 'made.txt'))).toBe(false);
  expect(readFileSync(join(created.work_dir, 'made.txt'), 'utf8')).toBe('made\n');
  expect(readFileSync(join(created.work_dir, 'seen.txt'), 'utf8')).toBe('mine');
  expect(at(project, 'status', '--porcelain', '--', 'draft.txt')).toBe('?? draft.txt\n');
});

test('--here and a persona may choose the checkout, but two writers share it only when told to', async () => {
  const { project, swarm, create, finish } = await makeWriter();
  const hold = join(project.home, 'hold');
  writeFileSync(hold, '');
  project.write('agents/near/near-agent.md', '---\nname: near\nworkspace: false\n---\n');
  const first = await create('--here');
  expect(first).toMatchObject({ branch: null, work_dir: project.root });
  const refused = await swarm('create', 'near', 'task.md');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`Session ${first.session_id} writes to this checkout already`);
  const second = await create('--here');
  const apart = await create();
  expect(apart.branch).not.toBeNull();
  rmSync(hold);
  for (const one of [first, second, apart]) await finish(one);
  expect(existsSync(join(project.root, 'made.txt'))).toBe(true);
});

test('without a commit it works in the folder and says so; programs are never moved', async () => {
  const { project, create, finish, swarm } = await makeWriter();
  rmSync(join(project.root, '.git'), { recursive: true });
  const created = await create();
  expect(created).toMatchObject({ branch: null });
  expect(created.warnings.join()).toContain('there is no git repository here');
  await finish(created);
  expect((await swarm('create', 'developer', 'task.md', '--workspace')).code).toBe(1);
  const loop = await swarm('loop', '--concurrency', '2', '--detach');
  expect(loop.stderr).toContain('2 agents would write to one checkout at once');
  expect((await swarm('loop', '--concurrency', '2', '--cli', 'rehearsal', '--detach')).code).toBe(0);
});

test('a loop of one works in its folder, a loop of several in worktrees', async () => {
  const { project, swarm } = await makeWriter();
  await swarm('queue', 'add', 'one');
  expect((await swarm('loop', '--until-empty')).code).toBe(0);
  expect(existsSync(join(project.root, 'made.txt'))).toBe(true);
  rmSync(join(project.root, 'made.txt'));
  await swarm('queue', 'add', 'two');
  expect((await swarm('loop', '--until-empty', '--concurrency', '2')).code).toBe(0);
  expect(existsSync(join(project.root, 'made.txt'))).toBe(false);
});

test('a second loop, or a session, does not write where a loop does unless it is told to', async () => {
  const { project, swarm, create } = await makeWriter();
  project.write('agents/near/near-agent.md', '---\nname: near\nworkspace: false\n---\n');
  const { loop_id: id } = JSON.parse((await swarm('loop', '--detach', '--json')).stdout);
  const taken = `Loop ${id} writes to this checkout already`;
  expect(await swarm('loop', '--detach')).toMatchObject({ code: 1, stderr: expect.stringContaining(taken) });
  expect((await swarm('create', 'near', 'task.md')).stderr).toContain(taken);
  expect((await swarm('loop', '--detach', '--cli', 'rehearsal')).code).toBe(0);
  expect((await swarm('loop', '--detach', '--here')).code).toBe(0);
  expect((await create()).branch).not.toBeNull();
});

test('init fills in what a worktree needs, by what lies in the folder', async () => {
  const project = await makeProject();
  rmSync(join(project.root, 'swarm.config.json'));
  project.write('.env', 'A=1\n');
  project.write('package-lock.json', '{}\n');
  expect((await project.swarm('init')).code).toBe(0);
  expect(JSON.parse(readFileSync(join(project.root, 'swarm.config.json'), 'utf8'))).toMatchObject({
    workspace: { copy: ['.env'], install: ['npm', 'ci'] },
  });
});
