import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { MergeEnd, MergeProgress, RunBranch } from '../../../src/domain/merge/merge.ts';
import type { Outcome } from '../../../src/domain/outcome.ts';
import { type MergeSettings, realMerges } from '../../../src/runtime/merge/real-merges.ts';
import { bundleScript, scriptEnv } from '../supervisor/bundle.ts';
import { type Fixture, makeFixture, NOW, readIfThere } from '../workspace/fixture.ts';
import { marksOf } from '../workspace/marks.ts';

let it: Fixture;
let script: string;
const scripts = mkdtempSync(join(tmpdir(), 'swarm-merge-'));
beforeAll(async () => {
  script = await bundleScript(join(import.meta.dirname, 'worker.ts'), scripts);
});
afterAll(() => rmSync(scripts, { recursive: true, force: true }));
beforeEach(() => {
  it = makeFixture();
  told.length = 0;
});
afterEach(() => it.remove());

const settings = (command: string | null = null, limitMs = 20_000): MergeSettings => ({
  project: it.project,
  worktreesDir: join(it.project, '.swarm/worktrees'),
  trashDir: join(it.project, '.swarm/trash'),
  marks: marksOf(it.project),
  logsDir: join(it.project, '.swarm/logs'),
  provision: { copy: [], install: null },
  clock: { now: () => NOW },
  env: it.env,
  commands: { env: it.env, wrap: null },
  check: command === null ? null : { command, limitMs },
});

type MergeChoice = Readonly<{ into?: string; branches?: readonly RunBranch[] }>;
const told: MergeProgress[] = [];
const request = ({ into, branches = [dev, ops] }: MergeChoice = {}) => ({
  runId: '17',
  title: 'Fix the login',
  branches,
  into: into ?? null,
});
const merge = (with_: MergeSettings = settings(), asked: MergeChoice = {}): Promise<Outcome<MergeEnd>> =>
  realMerges(with_).merge({ ...request(asked), tell: (progress) => told.push(progress) });

const dev = { role: 'dev', branch: 'swarm/dev-17' };
const ops = { role: 'ops', branch: 'swarm/ops-17' };

/** A branch from the head of main, with these files committed on it. */
async function work({ role, branch }: RunBranch, files: Record<string, string>): Promise<void> {
  const workspace = it.workspace(`17-${role}`, { branch });
  await it.workspaces.ensureReady(workspace);
  for (const [path, text] of Object.entries(files)) it.write(join(workspace.path, path), text);
  it.commit(workspace.path, `work of ${role}`);
}

const head = (ref = 'main'): string => it.git(it.project, 'rev-parse', ref);
const status = (): string => it.git(it.project, 'status', '--porcelain');
const scratch = (): string => join(it.project, '.swarm/worktrees/.merging');
const isTidy = (): boolean =>
  !existsSync(scratch()) && !it.git(it.project, 'worktree', 'list').includes('.merging');

const bothWork = async (): Promise<void> => {
  await work(dev, { 'dev.txt': 'dev\n' });
  await work(ops, { 'ops.txt': 'ops\n', 'src/a.txt': 'changed\n' });
};

test('branches are merged in their order, and the files of the project move with its branch', async () => {
  await bothWork();
  const from = head();
  const outcome = await merge();
  expect(outcome).toMatchObject({
    ok: true,
    value: {
      is: 'merged',
      target: 'main',
      from,
      to: head(),
      merged: [dev, ops],
      hadAlready: [],
      check: null,
    },
  });
  expect(readIfThere(join(it.project, 'src/a.txt'))).toBe('changed\n');
  expect([status(), isTidy()]).toEqual(['', true]);
  const subjects = it.git(it.project, 'log', '--first-parent', '--format=%s', `${from}..main`);
  expect(subjects.split('\n')).toEqual([
    "Merge branch 'swarm/ops-17': Fix the login (ops of run 17)",
    "Merge branch 'swarm/dev-17': Fix the login (dev of run 17)",
  ]);
});

test('merged a second time, there is nothing new', async () => {
  await bothWork();
  await merge();
  const before = head();
  expect(await merge()).toMatchObject({ ok: true, value: { is: 'nothing-new', commit: before } });
  expect(head()).toBe(before);
});

test('a conflict names the files and moves nothing', async () => {
  await work(dev, { 'src/a.txt': 'mine\n', 'src/b.txt': 'same\n' });
  await work(ops, { 'src/a.txt': 'yours\n' });
  const before = head();
  expect(await merge()).toEqual({
    ok: true,
    value: { is: 'conflict', target: 'main', branch: ops, files: ['src/a.txt'] },
  });
  expect([head(), status(), isTidy()]).toEqual([before, '', true]);
});

test('the check sees what was merged, and only its passing moves the target', async () => {
  await bothWork();
  const before = head();
  const failed = await merge(settings('ls; echo "not good"; exit 3'));
  expect(failed).toMatchObject({
    ok: true,
    value: {
      is: 'check-failed',
      problem: 'ended with 3',
      logFile: join(it.project, '.swarm/logs/merge-17.log'),
    },
  });
  const lines = failed.ok && failed.value.is === 'check-failed' ? failed.value.lastLines : [];
  expect(lines).toEqual(expect.arrayContaining(['dev.txt', 'ops.txt', 'not good']));
  expect([head(), isTidy()]).toEqual([before, true]);
  const passed = await merge(settings('test -f dev.txt && test -f ops.txt && echo fine > untracked.txt'));
  expect(passed).toMatchObject({ ok: true, value: { is: 'merged', to: head() } });
  expect(status()).toBe('');
});

test('a check that does not end is ended, with all that it started', async () => {
  await bothWork();
  const file = join(it.base, 'child');
  const command = `sleep 300 & echo $! > ${file}; wait`;
  const outcome = await merge(settings(command, 500));
  expect(outcome).toMatchObject({
    ok: true,
    value: { is: 'check-failed', problem: 'did not end within 0.5 s' },
  });
  await vi.waitFor(() => expect(isRunning(readFileSync(file, 'utf8').trim())).toBe(false), {
    timeout: 20_000,
  });
});

test('a commit of a person while the check runs is never lost', async () => {
  await bothWork();
  const identity = '-c user.name=A -c user.email=a@example.org';
  const commit = `git -C "${it.project}" ${identity} commit --quiet --allow-empty --message=meanwhile`;
  const outcome = await merge(settings(commit));
  expect(outcome).toMatchObject({ ok: false, refusal: { code: 'merge-target-moved', branch: 'main' } });
  expect(it.git(it.project, 'log', '-1', '--format=%s')).toBe('meanwhile');
});

test.each([
  ['changed and not committed', 'src/a.txt'],
  ['not known to git', 'dev.txt'],
  ['ignored by git', 'key.secret'],
])('a file of the project that is %s is never written over', async (_what, path) => {
  await work(dev, { 'dev.txt': 'dev\n', 'src/a.txt': 'changed\n' });
  const folder = it.workspace('17-dev').path;
  it.write(join(folder, 'key.secret'), 'key of dev');
  it.git(folder, 'add', '--force', 'key.secret');
  it.commit(folder, 'the key too');
  it.write(join(it.project, path), 'of the person\n');
  const before = head();
  const outcome = await merge(settings(), { branches: [dev] });
  expect(outcome).toMatchObject({ ok: false, refusal: { code: 'merge-in-the-way', files: [path] } });
  expect([head(), readIfThere(join(it.project, path))]).toEqual([before, 'of the person\n']);
});

test('work in progress that is not in the way stays as it is', async () => {
  await bothWork();
  it.write(join(it.project, 'README'), 'half a sentence');
  it.write(join(it.project, 'new.txt'), 'new');
  expect(await merge()).toMatchObject({ ok: true, value: { is: 'merged' } });
  expect(status().split('\n').toSorted()).toEqual([' M README', '?? new.txt']);
});

test('another branch is moved without touching the files of the project', async () => {
  await bothWork();
  it.git(it.project, 'branch', 'next');
  const before = head();
  expect(await merge(settings(), { into: 'next' })).toMatchObject({ ok: true, value: { target: 'next' } });
  expect([head(), status(), existsSync(join(it.project, 'dev.txt'))]).toEqual([before, '', false]);
  expect(it.files('next')).toMatchObject({ 'dev.txt': 'dev' });
});

test('a branch that another worktree has checked out moves together with its files', async () => {
  await bothWork();
  const other = join(it.base, 'other');
  it.git(it.project, 'worktree', 'add', '--quiet', '-b', 'next', other);
  expect(await merge(settings(), { into: 'next' })).toMatchObject({ ok: true, value: { is: 'merged' } });
  expect([readIfThere(join(other, 'dev.txt')), it.git(other, 'status', '--porcelain')]).toEqual([
    'dev\n',
    '',
  ]);
});

test('no branch checked out, one without a commit, and unknown ones are refused', async () => {
  await work(dev, { 'dev.txt': 'dev\n' });
  const refusalOf = async (asked: MergeChoice): Promise<unknown> => {
    const outcome = await merge(settings(), { branches: [dev], ...asked });
    return outcome.ok ? outcome.value : outcome.refusal;
  };
  expect(await refusalOf({ into: 'nowhere' })).toEqual({
    code: 'merge-no-target',
    branch: 'nowhere',
    problem: 'missing',
  });
  expect(await refusalOf({ branches: [dev, ops] })).toEqual({ code: 'merge-branch-missing', ...ops });
  it.git(it.project, 'checkout', '--quiet', '--detach');
  expect(await refusalOf({})).toMatchObject({ code: 'merge-no-target', problem: 'detached' });
  it.git(it.project, 'checkout', '--quiet', '--orphan', 'fresh');
  expect(await refusalOf({})).toMatchObject({ code: 'merge-no-target', branch: 'fresh', problem: 'unborn' });
});

test('a person without a name in git can merge', async () => {
  await bothWork();
  it.git(it.project, 'config', '--unset', 'user.name');
  it.git(it.project, 'config', '--unset', 'user.email');
  expect(await merge()).toMatchObject({ ok: true, value: { is: 'merged' } });
  expect(it.git(it.project, 'log', '-1', '--format=%an')).toBe('Swarm');
});

test('while one merges, a second one is refused', async () => {
  await bothWork();
  const go = join(it.base, 'go');
  const first = merge(settings(`while ! test -f ${go}; do sleep 0.05; done`));
  await vi.waitFor(() => expect(told.at(-1)?.is).toBe('checking'), { timeout: 10_000 });
  expect(await merge()).toEqual({ ok: false, refusal: { code: 'merge-under-way' } });
  writeFileSync(go, '');
  expect(await first).toMatchObject({ ok: true, value: { is: 'merged' } });
});

test('a kill while it is checked moves nothing, and the next merge clears what is left', async () => {
  await bothWork();
  const before = head();
  const file = join(it.base, 'check');
  const doomed = { settings: settings(`echo $$ > ${file}; sleep 300`), request: request() };
  const worker = spawn(process.execPath, [script, JSON.stringify(doomed)], {
    env: scriptEnv(),
    stdio: 'ignore',
  });
  await vi.waitFor(() => expect(readIfThere(file)).toMatch(/\d\n/), { timeout: 60_000 });
  const gone = new Promise((resolve) => worker.once('exit', resolve));
  worker.kill('SIGKILL');
  await gone;
  const pid = readFileSync(file, 'utf8').trim();
  expect([head(), existsSync(scratch()), isRunning(pid)]).toEqual([before, true, true]);
  expect(await merge()).toMatchObject({ ok: true, value: { is: 'merged' } });
  expect(isTidy()).toBe(true);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 20_000 });
});

function isRunning(pid: string): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', pid]).toString().startsWith('Z');
  } catch {
    return false;
  }
}

test('a check gets the environment and the wrap of agents, not those of the person who merges', async () => {
  await bothWork();
  const wrap = {
    observe: async () => ({ is: 'none' as const }),
    wordsFor: async () => ['env', 'WRAPPED=yes'],
  };
  const asked = settings('test "$WRAPPED $SWARM_ON_BEHALF $SECRET." = "yes check ."');
  const env = { ...it.env, SECRET: 'hunter' };
  expect(await merge({ ...asked, env, commands: { env: it.env, wrap } })).toMatchObject({
    value: { is: 'merged' },
  });
});
