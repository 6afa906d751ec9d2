import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeTrust } from '../../src/runtime/project/trust.ts';
import { livingOf } from './living.ts';
import { create, makeProject } from './project.ts';

const git = (root: string, ...words: string[]): string =>
  execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' });

type Foreseen = Readonly<{ removed: readonly string[] }>;

test('a project that Swarm is taken out of keeps its work and its own files', async () => {
  const project = await makeProject();
  const at = (...parts: string[]) => join(project.root, ...parts);
  const id = await create(project, ['run: echo mine > left.txt', 'say: done'], '--workspace');
  expect((await project.swarm('wait', id, '--timeout', '40s')).code).toBe(0);
  mkdirSync(at('.swarm/plans/mine'), { recursive: true });
  writeFileSync(at('.swarm/plans/mine/plan.yaml'), 'mine');

  const foreseen = await project.json<Foreseen>('remove', '--dry-run');
  expect(foreseen).toMatchObject({ dry_run: true, rescuing: [id], rescues: [] });
  expect(foreseen.removed).toContain(at('.swarm/worktrees'));
  const asked = await project.swarmWith({ stdin: 'n\n' }, 'remove');
  expect(asked.stderr).toContain(`Would be saved to a rescue ref first: uncommitted work of:\n  ${id}\n`);
  expect(asked).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Take Swarm out of this project?'),
  });
  expect(existsSync(at('.swarm/swarm.db'))).toBe(true);

  const removed = await project.swarmWith({ stdin: 'y\n' }, 'remove');
  expect(removed.stderr + removed.stdout).toContain('Swarm was taken out of this project');
  expect(removed.code).toBe(0);
  for (const path of foreseen.removed) expect(existsSync(path), path).toBe(false);
  expect(existsSync(at('.swarm/swarm.db'))).toBe(false);
  expect(existsSync(at('.swarm/sessions'))).toBe(false);
  expect(existsSync(at('.swarm/plans/mine/plan.yaml'))).toBe(true);
  expect(existsSync(at('swarm.config.json'))).toBe(true);
  const [rescue = ''] = git(project.root, 'for-each-ref', '--format=%(refname)', 'refs/swarm/rescue').split(
    '\n',
  );
  expect(git(project.root, 'show', `${rescue}:left.txt`)).toBe('mine\n');
  expect(removed.stdout).toContain(rescue);
  expect(git(project.root, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  expect(livingOf(project)).toEqual([]);
  expect(() => project.tmux('list-sessions')).toThrow();
});

test('while an agent works nothing is removed, unless it is told to end it', async () => {
  const project = await makeProject();
  const id = await create(project, ['sleep: 600s']);
  await project.swarm('events', id, '--follow', '--until', 'heard');
  const refused = await project.swarm('remove', '--yes');
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(`Not over yet: ${id}`) });
  expect(livingOf(project)).not.toEqual([]);

  expect(await project.swarm('remove', '--yes', '--kill')).toMatchObject({ code: 0 });
  expect(existsSync(join(project.root, '.swarm'))).toBe(false);
  expect(livingOf(project)).toEqual([]);
});

test('where Swarm has nothing there is nothing to remove or stop, and nothing is made', async () => {
  const project = await makeProject();
  await project.swarm('supervisor', 'stop');
  rmSync(project.paths.swarmDir, { recursive: true });
  removeTrust(project.root, project.env);
  project.write('swarm.config.json', '{"workspace":{"install":["true"]}}');
  expect(await project.swarm('remove', '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Swarm keeps nothing in this project'),
  });
  expect(await project.swarm('supervisor', 'stop')).toMatchObject({ code: 0 });
  expect(existsSync(project.paths.swarmDir)).toBe(false);
});

test('while rows are withheld it is not known what is at work, so nothing is removed', async () => {
  const project = await makeProject();
  const id = await create(project, ['sleep: 600s']);
  await project.swarm('events', id, '--follow', '--until', 'heard');
  const living = livingOf(project);
  removeTrust(project.root, project.env);
  project.write('swarm.config.json', '{"store":"postgres://127.0.0.1:1/rows"}');
  expect(await project.swarm('remove', '--yes', '--kill')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not trusted, so its database cannot say what is at work'),
  });
  expect(existsSync(join(project.paths.sessionsDir, id))).toBe(true);
  expect(livingOf(project)).toEqual(living);
});
