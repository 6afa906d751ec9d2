import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { realNeededBases } from '../../../src/runtime/workspace/real-needed-bases.ts';
import { makeFixture, NOW } from './fixture.ts';
import { marksOf } from './marks.ts';

/** Two workspaces with a commit each, and the port. */
async function makeWorld(files: Readonly<{ one: string; two: string }>) {
  const at = makeFixture();
  onTestFinished(at.remove);
  const { project, env } = at;
  const bases = realNeededBases({
    project,
    worktreesDir: join(project, '.swarm/worktrees'),
    trashDir: join(project, '.swarm/trash'),
    marks: marksOf(project),
    provision: { copy: [], install: null },
    clock: { now: () => NOW },
    env,
    commands: { env, wrap: null },
  });
  const commitIn = async (name: 'one' | 'two'): Promise<string> => {
    const workspace = at.workspace(name);
    await at.workspaces.ensureReady(workspace);
    at.write(join(workspace.path, files[name]), `by ${name}`);
    return at.commit(workspace.path, name);
  };
  const commits = { one: await commitIn('one'), two: await commitIn('two') };
  const needed = (['one', 'two'] as const).map((workId) => ({ workId, branch: at.workspace(workId).branch }));
  const head = at.git(project, 'rev-parse', 'HEAD');
  const refs = (): string => at.git(project, 'for-each-ref');
  return { at, bases, commits, needed, head, refs };
}

test('work begins with the commits of all that it needs, and no branch moves for it', async () => {
  const { at, bases, needed, head, commits, refs } = await makeWorld({ one: 'one.txt', two: 'two.txt' });
  const before = refs();
  const base = await bases.ensureBase(head, needed);
  if (base.is !== 'base') throw new Error(base.is);
  expect(at.files(base.commit)).toMatchObject({ 'one.txt': 'by one', 'two.txt': 'by two' });
  const parents = at.git(at.project, 'log', '-1', '--format=%P', base.commit);
  expect(parents).toBe(`${commits.one} ${commits.two}`);
  expect(refs()).toBe(before);
  expect(at.git(at.project, 'status', '--porcelain', '--untracked-files=no')).toBe('');
});

test('a branch that goes on from here is taken as it is; merged or gone ones change nothing', async () => {
  const { bases, needed, head, commits } = await makeWorld({ one: 'one.txt', two: 'two.txt' });
  const [one] = needed;
  if (!one) throw new Error('no branch');
  expect(await bases.ensureBase(head, [one])).toEqual({ is: 'base', commit: commits.one });
  expect(await bases.ensureBase(commits.one, [one])).toEqual({ is: 'base', commit: commits.one });
  const gone = { workId: 'gone', branch: 'swarm/gone' };
  expect(await bases.ensureBase(head, [gone])).toEqual({ is: 'base', commit: head });
});

test('branches that changed the same lines are a conflict, and name the work and the files', async () => {
  const { bases, needed, head, refs } = await makeWorld({ one: 'same.txt', two: 'same.txt' });
  const before = refs();
  const conflict = { is: 'conflict', workId: 'two', files: ['same.txt'] };
  expect(await bases.ensureBase(head, needed)).toEqual(conflict);
  expect(refs()).toBe(before);
});
