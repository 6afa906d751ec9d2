import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Workspace } from '../../../src/domain/workspace/workspace.ts';
import type { Merges } from '../../../src/runtime/merge/merges.ts';
import { realMerges } from '../../../src/runtime/merge/real-merges.ts';
import { acceptKeys, observeKeyChanges } from '../../../src/runtime/workspace/accepted-keys.ts';
import { openGit } from '../../../src/runtime/workspace/git.ts';
import { type Fixture, makeFixture, NOW } from './fixture.ts';
import { marksOf } from './marks.ts';

const LIMIT = { timeout: 60_000 };
let on: Fixture;
let workspace: Workspace;

beforeEach(async () => {
  on = makeFixture();
  workspace = on.workspace('s1');
  await on.workspaces.ensureReady(workspace);
});
afterEach(() => on.remove());

const at = (...names: string[]): string => join(workspace.path, ...names);

/** A command that leaves a mark, and what it was given of the environment. */
function trap(name: string, then = 'exit 0'): string {
  const file = join(on.base, `trap-${name}`);
  on.write(file, `#!/bin/sh\nenv > '${join(on.base, 'ran', name)}'\n${then}\n`);
  chmodSync(file, 0o755);
  mkdirSync(join(on.base, 'ran'), { recursive: true });
  return file;
}

const ran = (): readonly string[] =>
  existsSync(join(on.base, 'ran')) ? readdirSync(join(on.base, 'ran')) : [];

/** One line of a configuration, without a start of git for each. */
function setKey(folder: string, key: string, value: string): void {
  const [, section = '', middle, name = ''] = /^([^.]+)\.(?:(.*)\.)?([^.]+)$/.exec(key) ?? [];
  const head = middle === undefined ? section : `${section} "${middle}"`;
  appendFileSync(join(folder, '.git/config'), `[${head}]\n\t${name} = ${value}\n`);
}

const DRIVER_KEYS = [
  'filter.?.clean',
  'filter.?.smudge',
  'diff.?.command',
  'diff.?.textconv',
  'merge.?.driver',
];
const KEYS = [
  ...['fsmonitor', 'sshCommand', 'pager', 'editor', 'askPass', 'alternateRefsCommand'].map(
    (key) => `core.${key}`,
  ),
  ...['credential.helper', 'gpg.program', 'diff.external'],
];
const HOOKS = ['post-checkout', 'reference-transaction', 'post-index-change', 'post-merge', 'pre-commit'];

/** Every key of one repository by which git runs something. */
function setTraps(folder: string, name: string): void {
  const drivers = [`evil-${name}`, `e=vil-${name}`].flatMap((driver) =>
    DRIVER_KEYS.map((key) => key.replace('?', driver)),
  );
  for (const key of [...KEYS, ...drivers]) setKey(folder, key, trap(`${name}-${key}`));
  setKey(folder, 'log.showSignature', 'true');
  const hooks = join(on.base, `hooks-${name}`);
  for (const hook of HOOKS) {
    on.write(join(hooks, hook), `#!/bin/sh\nexec '${trap(`${name}-${hook}`)}' < /dev/null\n`);
    chmodSync(join(hooks, hook), 0o755);
  }
  setKey(folder, 'core.hooksPath', hooks);
}

const attributes = (name: string): string =>
  ['*.txt !evil', '*.md !e=vil']
    .map((line) => line.split('!'))
    .map(
      ([glob, word]) =>
        `${glob}${['filter', 'diff', 'merge'].map((key) => `${key}=${word}-${name}`).join(' ')}\n`,
    )
    .join('');

/** A repository that lacks a commit and a tree, and says that a command fetches them. */
function makePromisor(folder: string): void {
  on.git(on.base, 'init', '--quiet', folder);
  on.write(join(folder, 'inner.txt'), 'inner\n');
  const lost = [on.commit(folder, 'first')];
  on.write(join(folder, 'inner.txt'), 'more\n');
  on.commit(folder, 'second');
  lost.push(on.git(folder, 'rev-parse', 'HEAD^{tree}'));
  for (const object of lost) rmSync(join(folder, '.git/objects', object.slice(0, 2), object.slice(2)));
  const settings = {
    'core.repositoryFormatVersion': '1',
    'extensions.partialClone': 'origin',
    'remote.origin.promisor': 'true',
    'remote.origin.url': on.project,
    'remote.origin.uploadpack': trap('uploadpack'),
  };
  for (const [key, value] of Object.entries(settings)) setKey(folder, key, value);
}

/** Everything that Swarm asks of git about a workspace. */
async function useWorkspace(): Promise<void> {
  await on.workspaces.observeWork(workspace);
  await on.workspaces.observeDiff(workspace, { patchBytes: 10_000, paths: [] });
  await on.workspaces.isCommitted(workspace);
  await on.workspaces.observeBranch(workspace);
  const head = await on.workspaces.observeHead();
  await on.workspaces.observeChanges();
  await on.workspaces.commitChanges(head);
  await on.workspaces.ensureReady(on.workspace('s2'));
  const { rescue } = await on.workspaces.ensureReleased(workspace);
  if (rescue === null) return;
  await on.workspaces.renderRescue(rescue);
  await on.workspaces.restoreRescue(rescue, join(on.base, 'restored'));
}

/** Settings of the worktree alone, and of a file that the shared configuration includes. */
function hideTraps(): void {
  on.git(on.project, 'config', 'extensions.worktreeConfig', 'true');
  on.git(workspace.path, 'config', '--worktree', 'filter.own.clean', trap('worktree-scope'));
  on.write(join(on.base, 'included'), `[filter "far"]\n\tclean = ${trap('included')}\n`);
  on.git(on.project, 'config', 'include.path', join(on.base, 'included'));
  on.write(at('.gitattributes'), `${attributes('shared')}*.own filter=own\n*.far filter=far\n`);
  on.write(at('work.own'), 'own\n');
  on.write(at('work.far'), 'far\n');
}

test('nothing runs that an agent has put into the configuration of any repository', LIMIT, async () => {
  on.write(join(on.project, '.gitattributes'), attributes('shared'));
  on.write(at('src/a.txt'), 'changed\n');
  on.write(at('src/new.md'), 'new\n');
  for (const name of ['inner', 'module']) {
    on.git(on.base, 'init', '--quiet', at(name));
    on.write(at(name, 'one.txt'), 'one\n');
    on.commit(at(name), 'one');
  }
  on.git(workspace.path, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
  makePromisor(at('promisor'));
  hideTraps();
  setTraps(on.project, 'shared');
  for (const name of ['inner', 'module']) {
    setTraps(at(name), name);
    on.write(at(name, '.gitattributes'), attributes(name));
    on.write(at(name, 'one.txt'), 'two\n');
  }
  on.env.SECRET_OF_THE_PERSON = 'not for git';
  await useWorkspace();
  expect(ran()).toEqual([]);
});

test('the same traps catch a git that is started without care', LIMIT, () => {
  on.write(at('.gitattributes'), attributes('shared'));
  on.write(at('src/a.txt'), 'changed\n');
  makePromisor(at('promisor'));
  setTraps(on.project, 'shared');
  const run = (folder: string, ...args: string[]): void => {
    try {
      execFileSync('git', ['-C', folder, ...args], { env: on.env, stdio: 'ignore', timeout: 10_000 });
    } catch {}
  };
  run(workspace.path, 'add', '--all');
  run(workspace.path, 'diff', 'HEAD');
  run(at('promisor'), 'log', '--stat');
  expect(ran()).toEqual(
    expect.arrayContaining(['shared-filter.evil-shared.clean', 'shared-core.fsmonitor', 'uploadpack']),
  );
});

const RUN = { runId: '1', title: 'Fix it', into: null, tell: () => {} };

const openMerges = (): Merges =>
  realMerges({
    project: on.project,
    worktreesDir: join(on.project, '.swarm/worktrees'),
    trashDir: on.trash('.'),
    logsDir: join(on.project, '.swarm/logs'),
    provision: { copy: [], install: null },
    clock: { now: () => NOW },
    env: on.env,
    marks: marksOf(on.project),
    commands: { env: on.env, wrap: null },
    check: null,
  });

test('a merge runs no driver of the repository: what needs one is a conflict', LIMIT, async () => {
  on.write(join(on.project, '.gitattributes'), attributes('shared'));
  on.commit(on.project, 'attributes');
  const dev = on.workspace('s3');
  await on.workspaces.ensureReady(dev);
  on.write(join(dev.path, 'src/a.txt'), 'of the agent\n');
  on.commit(dev.path, 'theirs');
  on.write(join(on.project, 'src/a.txt'), 'of the person\n');
  on.commit(on.project, 'ours');
  setTraps(on.project, 'shared');
  const end = await openMerges().merge({ ...RUN, branches: [{ role: 'dev', branch: dev.branch }] });
  expect(end).toMatchObject({ ok: true, value: { is: 'conflict', files: ['src/a.txt'] } });
  expect(ran()).toEqual([]);
});

test('a merge writes to no other folder than the checkout', LIMIT, async () => {
  const dev = on.workspace('s3');
  await on.workspaces.ensureReady(dev);
  on.write(join(dev.path, 'new.txt'), 'of the agent\n');
  on.commit(dev.path, 'new');
  const elsewhere = join(on.base, 'elsewhere');
  mkdirSync(elsewhere);
  on.git(on.project, 'config', 'core.worktree', elsewhere);
  const merging = openMerges().merge({ ...RUN, branches: [{ role: 'dev', branch: dev.branch }] });
  await expect(merging).rejects.toThrow('git would write to');
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('a driver that the person has accepted runs, without the secrets of the person', LIMIT, async () => {
  on.git(on.project, 'config', 'filter.own.clean', trap('accepted', 'exec cat'));
  const git = openGit(on.env, on.project);
  await acceptKeys(git, on.project, on.env);
  on.env.SECRET_OF_THE_PERSON = 'not for git';
  on.write(at('.gitattributes'), '*.own filter=own\n');
  on.write(at('work.own'), 'own\n');
  const { rescue } = await on.workspaces.ensureReleased(workspace);
  expect(on.files(rescue?.ref ?? '')).toMatchObject({ 'work.own': 'own' });
  expect(ran()).toEqual(['accepted']);
  expect(execFileSync('cat', [join(on.base, 'ran/accepted')], { encoding: 'utf8' })).not.toContain('SECRET');
});

test('a change of what the shared configuration runs is seen, and one of other keys is not', async () => {
  const git = openGit(on.env, on.project);
  await acceptKeys(git, on.project, on.env);
  on.git(workspace.path, 'config', 'branch.main.description', 'harmless');
  expect(await observeKeyChanges(git, on.project, on.env)).toEqual([]);
  on.git(workspace.path, 'config', 'core.hooksPath', '/tmp/hooks');
  appendFileSync(join(on.project, '.git/config'), '[alias]\n\tst = "!run"\n');
  expect(await observeKeyChanges(git, on.project, on.env)).toEqual([
    { key: 'alias.st', before: [], now: ['!run'] },
    { key: 'core.hookspath', before: [], now: ['/tmp/hooks'] },
  ]);
});
