import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { create, makeProject, type TestProject } from './project.ts';

const git = ({ root, env }: TestProject, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  }).trim();

test('an agent with a workspace works on its own branch, and the project is found from there', async () => {
  const project = await makeProject();
  const id = await create(
    project,
    ['write: {path: new.txt, text: made}', 'run: git branch --show-current'],
    '--workspace',
  );

  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  expect((await project.swarm('logs', id)).stdout).toContain(`swarm/${id}`);
  expect(existsSync(join(project.root, 'new.txt'))).toBe(false);
  const workspace = join(project.paths.worktreesDir, id);
  expect(readFileSync(join(workspace, 'new.txt'), 'utf8')).toBe('made');
  const listed = await project.swarmWith({ cwd: workspace }, 'list', '--json');
  expect(listed.stdout).toContain(id);
});

test('clean saves what was not committed before a workspace goes, and rescue brings it back', async () => {
  const project = await makeProject();
  const id = await create(project, ['write: {path: precious.txt, text: "not lost"}'], '--workspace');
  await project.swarm('wait', id, '--timeout', '40s');

  expect((await project.swarm('clean', '--dry-run')).stdout).toContain('Would release');
  const unasked = await project.swarm('clean');
  expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringContaining('swarm clean --yes')]);
  expect(await project.swarmWith({ stdin: 'n\n' }, 'clean')).toMatchObject({ code: 1, stdout: '' });
  const cleaned = await project.swarmWith({ stdin: 'y\n' }, 'clean');
  expect(cleaned.stdout).toContain(`refs/swarm/rescue/${id}/1`);
  expect(existsSync(join(project.paths.worktreesDir, id))).toBe(false);
  expect((await project.swarm('clean', '--yes')).stdout).toBe('Nothing to clean\n');
  expect((await project.swarm('rescue', 'show', `${id}/1`)).stdout).toContain('precious.txt');
  const target = join(project.root, '..', 'back');
  expect((await project.swarm('rescue', 'restore', `${id}/1`, target)).code).toBe(0);
  expect(readFileSync(join(target, 'precious.txt'), 'utf8')).toBe('not lost');
  // It had no commit of its own.
  expect(git(project, 'branch', '--list', `swarm/${id}`)).toBe('');
});

test('clean deletes the branch of a session that was merged, and keeps one that was not', async () => {
  const project = await makeProject();
  const as = '-c user.name=t -c user.email=t@example.invalid';
  const commit = (name: string) => `run: echo ${name} > ${name}; git add .; git ${as} commit -qm ${name}`;
  const ids = [
    await create(project, [commit('one')], '--workspace'),
    await create(project, [commit('two')], '--workspace'),
  ];
  await project.swarm('wait', ...ids, '--timeout', '40s');
  git(project, 'merge', '-q', `swarm/${ids[0]}`);
  expect((await project.swarm('clean', '--yes')).stdout).toContain(
    `Deleted branch, empty or merged: swarm/${ids[0]}`,
  );
  expect(git(project, 'branch', '--list', 'swarm/*').trim()).toBe(`swarm/${ids[1]}`);
});

test('an archived session leaves the list and comes back whole', async () => {
  const project = await makeProject();
  const id = await create(project, ['result: {kept: true}']);
  await project.swarm('wait', id, '--timeout', '40s');

  const output = (await project.swarm('logs', id)).stdout;
  expect((await project.swarm('archive', id)).stdout).toContain('📦 Saved');
  expect((await project.swarm('list')).stdout).toBe('No sessions found\n');
  expect(existsSync(join(project.paths.sessionsDir, id))).toBe(false);
  expect(readdirSync(join(project.paths.archiveDir, 'sessions'))).toEqual([`${id}.tar.gz`]);
  expect(JSON.parse((await project.swarm('result', id)).stdout)).toEqual({ kept: true });
  expect((await project.swarm('status', id)).stdout).toContain(`${id}.tar.gz/result.json`);
  expect((await project.swarm('logs', id)).stdout).toBe(output);
  expect((await project.swarm('restore', id)).code).toBe(0);
  expect((await project.swarm('logs', id)).stdout).toBe(output);
  expect(JSON.parse((await project.swarm('result', id)).stdout)).toEqual({ kept: true });
  expect((await project.swarm('restore', id)).code).toBe(1);
});

test.runIf(process.platform === 'linux')(
  'clean keeps a workspace that its agent has spoilt, says why, and takes the others',
  async () => {
    const project = await makeProject();
    const ids = [
      await create(project, ['run: rm -f .gitignore && mkfifo .gitignore'], '--workspace'),
      await create(project, ['write: {path: new.txt, text: made}'], '--workspace'),
    ];
    for (const id of ids) await project.swarm('wait', id, '--timeout', '40s');
    const [spoilt, other] = ids.map((id) => join(project.paths.worktreesDir, id));
    expect(await project.json('clean', '--yes')).toMatchObject({
      released_workspaces: [other],
      kept: [{ path: spoilt, why: expect.stringContaining('waits for a named pipe') }],
    });
    rmSync(join(spoilt ?? '', '.gitignore'));
    expect(await project.json('clean', '--yes')).toMatchObject({ released_workspaces: [spoilt], kept: [] });
  },
);
