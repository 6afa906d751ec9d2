import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import type { PlanBranches } from '../../../src/runtime/workspace/plan-branches.ts';
import { realPlanBranches } from '../../../src/runtime/workspace/real-plan-branches.ts';
import { type Fixture, makeFixture, NOW } from './fixture.ts';
import { marksOf } from './marks.ts';

type World = Readonly<{ at: Fixture; branches: PlanBranches; maker: Workspace; user: Workspace }>;

async function makeWorld(): Promise<World> {
  const at = makeFixture();
  onTestFinished(at.remove);
  const { project, env } = at;
  const branches = realPlanBranches({
    project,
    worktreesDir: join(project, '.swarm/worktrees'),
    trashDir: join(project, '.swarm/trash'),
    marks: marksOf(project),
    provision: { copy: [], install: null },
    clock: { now: () => NOW },
    env,
    commands: { env, wrap: null },
  });
  const [maker, user] = [at.workspace('maker'), at.workspace('user')];
  for (const one of [maker, user]) await at.workspaces.ensureReady(one);
  return { at, branches, maker, user };
}

const IDENTITY = ['-c', 'user.name=Agent', '-c', 'user.email=agent@example.org'];
const pinOf = ({ branch }: Workspace) => ({ runId: '17', taskId: 'make_1727539200', key: 'abc', branch });

test('a pin stays where the branch was, whatever is committed after', async () => {
  const { at, branches, maker } = await makeWorld();
  at.write(join(maker.path, 'made.txt'), 'verified');
  const verified = at.commit(maker.path, 'made');
  expect(await branches.ensurePinned(pinOf(maker))).toBe(verified);
  at.commit(maker.path, 'half of the next task');
  expect(await branches.ensurePinned(pinOf(maker))).toBe(verified);
  expect(await branches.ensurePinned({ ...pinOf(maker), key: 'def' })).not.toBe(verified);
  await branches.ensureUnpinned('17');
  expect(at.git(at.project, 'for-each-ref', 'refs/swarm/verified')).toBe('');
  expect(await branches.ensurePinned({ ...pinOf(maker), branch: 'swarm/nobody' })).toBeNull();
});

test('a commit is merged once, with what lies uncommitted beside it', async () => {
  const { at, branches, maker, user } = await makeWorld();
  at.write(join(maker.path, 'made.txt'), 'made');
  const made = at.commit(maker.path, 'made');
  at.write(join(user.path, 'own.txt'), 'committed');
  at.commit(user.path, 'own');
  at.write(join(user.path, 'draft.txt'), 'not committed');
  expect(await branches.ensureMerged(user, made, 'Merge it')).toEqual({ is: 'merged' });
  expect(await branches.ensureMerged(user, made, 'Merge it')).toEqual({ is: 'had' });
  expect(readFileSync(join(user.path, 'made.txt'), 'utf8')).toBe('made');
  expect(readFileSync(join(user.path, 'draft.txt'), 'utf8')).toBe('not committed');
  expect(at.git(user.path, 'log', '-1', '--format=%s')).toBe('Merge it');
});

test('where both sides changed a file, it is named and nothing is changed', async () => {
  const { at, branches, maker, user } = await makeWorld();
  for (const { path, sessionId } of [maker, user]) at.write(join(path, 'both.txt'), sessionId);
  const made = at.commit(maker.path, 'made');
  const before = at.commit(user.path, 'own');
  expect(await branches.ensureMerged(user, made, 'Merge it')).toMatchObject({
    is: 'conflict',
    files: ['both.txt'],
  });
  expect(at.git(user.path, 'rev-parse', 'HEAD')).toBe(before);
  expect(at.git(user.path, 'status', '--porcelain')).toBe('');
});

test('work that is not committed is in the way, and stays as it is', async () => {
  const { at, branches, maker, user } = await makeWorld();
  at.write(join(maker.path, 'made.txt'), 'made');
  const made = at.commit(maker.path, 'made');
  at.write(join(user.path, 'made.txt'), 'mine');
  const merged = await branches.ensureMerged(user, made, 'Merge it');
  expect(merged).toMatchObject({ is: 'conflict', files: ['made.txt'] });
  expect(readFileSync(join(user.path, 'made.txt'), 'utf8')).toBe('mine');
});

test('a workspace that is not on its branch is left alone', async () => {
  const { at, branches, maker, user } = await makeWorld();
  const made = at.commit(maker.path, 'made');
  at.git(user.path, 'checkout', '--quiet', '--detach');
  expect(await branches.ensureMerged(user, made, 'Merge it')).toMatchObject({ is: 'conflict', files: [] });
});

test('a merge that was killed in the middle is taken back and made again', async () => {
  const { at, branches, maker, user } = await makeWorld();
  for (const { path, sessionId } of [maker, user]) at.write(join(path, 'both.txt'), sessionId);
  const made = at.commit(maker.path, 'made');
  const before = at.commit(user.path, 'own');
  expect(() => at.git(user.path, ...IDENTITY, 'merge', '--quiet', made)).toThrow();
  // An agent left this one: it stays.
  expect(await branches.ensureMerged(user, made, 'Merge it')).toMatchObject({ is: 'conflict', files: [] });
  expect(at.git(user.path, 'rev-parse', 'MERGE_HEAD')).toBe(made);
  // A supervisor left this one.
  const guard = join(at.git(user.path, 'rev-parse', '--absolute-git-dir'), 'swarm-merging.json');
  writeFileSync(guard, JSON.stringify({ group: null, at: 0 }));
  expect(await branches.ensureMerged(user, made, 'Merge it')).toMatchObject({ files: ['both.txt'] });
  expect([at.git(user.path, 'rev-parse', 'HEAD'), at.git(user.path, 'status', '--porcelain')]).toEqual([
    before,
    '',
  ]);
});
