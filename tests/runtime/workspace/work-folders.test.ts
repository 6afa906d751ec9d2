import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { realWorkFolders } from '../../../src/runtime/workspace/real-work-folders.ts';
import type { WorkFolders } from '../../../src/runtime/workspace/work-folders.ts';
import { type Fixture, makeFixture, NOW } from './fixture.ts';
import { marksOf } from './marks.ts';

let on: Fixture;
let folders: WorkFolders;
beforeEach(() => {
  on = makeFixture();
  folders = open(on.env);
});
afterEach(() => on.remove());

const open = (env: Record<string, string>): WorkFolders =>
  realWorkFolders({
    project: on.project,
    worktreesDir: join(on.project, '.swarm/worktrees'),
    trashDir: join(on.project, '.swarm/trash'),
    marks: marksOf(on.project),
    provision: { copy: [], install: null },
    clock: { now: () => NOW },
    env,
    commands: { env, wrap: null },
  });

/** A worktree that a person made by hand, on a branch of its own. */
function handMade(name: string): string {
  const path = join(on.base, name);
  on.git(on.project, 'worktree', 'add', '--quiet', '-b', name, path);
  return path;
}

test('a change that is not committed, and git itself, are told by their times', async () => {
  const before = Date.now() - 2_000;
  const path = handMade('mine');
  const clean = await folders.observeActivity(path);
  expect(clean).toMatchObject({ fileAt: null, isPartial: false });
  expect(clean.gitAt).toBeGreaterThan(before);
  on.write(join(path, 'src/new.txt'), 'x\n');
  // A file whose time is set back is no older for it.
  utimesSync(join(path, 'src/new.txt'), 1, 1);
  expect((await folders.observeActivity(join(path, 'src'))).fileAt).toBeGreaterThan(before);
});

test('what git ignores is no sign of work', async () => {
  const path = handMade('mine');
  on.write(join(path, 'ignored/out.txt'), 'x\n');
  expect((await folders.observeActivity(path)).fileAt).toBeNull();
});

test('nothing is known of a folder that is gone or of another repository', async () => {
  const nothing = { fileAt: null, gitAt: null, isPartial: false };
  expect(await folders.observeActivity(join(on.base, 'gone'))).toEqual(nothing);
  on.git(on.base, 'init', '--quiet', 'other');
  on.write(join(on.base, 'other/a.txt'), 'x\n');
  expect(await folders.observeActivity(join(on.base, 'other'))).toEqual(nothing);
});

test('work is rescued once under the name of its participant, and the folder stays as it is', async () => {
  const path = handMade('mine');
  on.write(join(path, 'src/a.txt'), 'mine\n');
  on.write(join(path, 'src/new.txt'), 'new\n');
  const status = on.git(path, 'status', '--porcelain');
  const folder = { participantId: 'BlueLake-1735689600123', path };
  const rescue = await folders.ensureRescued(folder);
  expect(rescue?.ref).toBe('refs/swarm/rescue/BlueLake-1735689600123/1');
  expect(await folders.ensureRescued(folder)).toEqual(rescue);
  expect(on.files(rescue?.ref ?? '')).toMatchObject({ 'src/a.txt': 'mine', 'src/new.txt': 'new' });
  expect(on.git(path, 'status', '--porcelain')).toBe(status);
  expect(on.git(on.project, 'show', '--no-patch', '--format=%B', rescue?.ref ?? '')).not.toContain('branch:');
});

test('work that is all committed needs no rescue', async () => {
  const path = handMade('mine');
  on.write(join(path, 'src/a.txt'), 'mine\n');
  on.commit(path, 'Mine');
  expect(await folders.ensureRescued({ participantId: 'p', path })).toBeNull();
});

test('files that will not merge are found between a commit and work that is not committed', async () => {
  const [a, b, c] = [handMade('a'), handMade('b'), handMade('c')];
  on.write(join(a, 'src/a.txt'), 'one way\n');
  on.commit(a, 'One way');
  on.write(join(b, 'src/a.txt'), 'another way\n');
  on.write(join(c, 'src/b.txt'), 'elsewhere\n');
  const status = on.git(b, 'status', '--porcelain');
  const all = [
    { participantId: 'p-a', path: a },
    { participantId: 'p-b', path: b },
    { participantId: 'p-c', path: c },
  ];
  const found = await folders.listConflicts(all);
  expect(found).toEqual([{ participants: ['p-a', 'p-b'], files: ['src/a.txt'], key: expect.any(String) }]);
  expect(await folders.listConflicts(all.toReversed())).toEqual(found);
  expect(await folders.listConflicts(all, new Set(['p-c']))).toEqual([]);
  expect(on.git(b, 'status', '--porcelain')).toBe(status);
});

test('two in the same checkout have nothing to merge', async () => {
  const path = handMade('a');
  on.write(join(path, 'src/a.txt'), 'mine\n');
  const both = [
    { participantId: 'p', path },
    { participantId: 'q', path: join(path, 'src') },
  ];
  expect(await folders.listConflicts(both)).toEqual([]);
});

test('a git that cannot merge without a checkout is told apart from one that finds nothing', async () => {
  const bin = join(on.base, 'bin');
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim();
  const old = `case "$*" in *" version") echo git version 2.37.1;; *) exec ${real} "$@";; esac`;
  on.write(join(bin, 'git'), `#!/bin/sh\n${old}\n`);
  chmodSync(join(bin, 'git'), 0o755);
  const aged = open({ ...on.env, PATH: `${bin}:${on.env.PATH}` });
  expect(await aged.listConflicts([{ participantId: 'p', path: on.project }])).toBeNull();
});

test('where there is no repository, nothing is known and nothing conflicts', async () => {
  rmSync(join(on.project, '.git'), { recursive: true });
  expect(await folders.listConflicts([{ participantId: 'p', path: on.project }])).toEqual([]);
  expect(await folders.ensureRescued({ participantId: 'p', path: on.project })).toBeNull();
});
