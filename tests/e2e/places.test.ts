import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { socketsOf } from '../../src/runtime/project/project-paths.ts';
import { saveTrust } from '../../src/runtime/project/trust.ts';
import { create, makeProject, statusOf, supervisorPid, type TestProject } from './project.ts';

const BUNDLE = new URL('../../dist/swarm.cjs', import.meta.url).pathname;
const SOON = { timeout: 30_000, interval: 50 };

/** A folder of the person's own, beside the project. */
function documents({ root }: TestProject): string {
  const folder = join(dirname(root), 'Documents');
  mkdirSync(folder);
  writeFileSync(join(folder, 'thesis.txt'), 'dear');
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The project where it is now; what runs there is ended with the test. */
function movedTo(project: TestProject, root: string) {
  renameSync(project.root, root);
  saveTrust(root, project.env);
  const { tmuxSocketName } = socketsOf(root, project.env.SWARM_RUNTIME_DIR);
  onTestFinished(async () => {
    if (!existsSync(root)) return;
    await project.swarmWith({ cwd: root }, 'supervisor', 'stop');
    try {
      execFileSync('tmux', ['-L', tmuxSocketName, 'kill-server'], { env: project.env, stdio: 'ignore' });
    } catch {
      // It is gone already.
    }
  });
  return (...words: string[]) => project.swarmWith({ cwd: root }, ...words);
}

test.each([
  ['paths.sessions', 'SESSIONS_DIR'],
  ['paths.worktrees', 'SWARM_PATHS_WORKTREES'],
  ['paths.archive', 'ARCHIVE_DIR'],
])('%s that names a folder with other things in it is refused, and they stay', async (key, name) => {
  const project = await makeProject();
  const folder = documents(project);
  const expected = new RegExp(`${key}: ${folder} holds what Swarm did not put there: thesis.txt`);
  for (const ran of [
    await project.swarm('clean', '--set', `${key}=../Documents`),
    await project.swarmWith({ env: { [name]: folder } }, 'clean'),
  ]) {
    expect([ran.code, ran.stderr]).toEqual([1, expect.stringMatching(expected)]);
    expect(ran.stderr).toContain('a folder that is empty or not there yet');
  }
  expect(readdirSync(folder)).toEqual(['thesis.txt']);
});

test('two folders of the project must not lie in one another', async () => {
  const project = await makeProject({ paths: { sessions: '.swarm/trash/sessions' } });
  const ran = await project.swarm('list');
  expect([ran.code, ran.stderr]).toEqual([1, expect.stringContaining('.swarm/trash lie in one another')]);
});

test('folders of an earlier version get their mark by their rows, and only by these', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: hi'], '--workspace');
  expect((await project.swarm('wait', id)).code).toBe(0);
  const marks = ['sessions', 'worktrees'].map((name) => join(project.paths.swarmDir, name, '.swarm-mark'));
  const dropMarks = () => {
    for (const file of [...marks, join(project.paths.swarmDir, 'project.json')]) rmSync(file);
  };
  dropMarks();
  mkdirSync(join(project.paths.sessionsDir, 'Documents'));

  const kept = await project.json<{ kept: { path: string; why: string }[] }>('clean', '--dry-run');
  expect(kept.kept).toEqual([
    { path: project.paths.sessionsDir, why: 'it holds what Swarm did not put there: Documents' },
  ]);
  expect(marks.map((file) => existsSync(file))).toEqual([false, true]);
  const refused = await project.swarm('archive', id);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('Documents; nothing was moved'),
  ]);

  rmSync(join(project.paths.sessionsDir, 'Documents'), { recursive: true });
  expect((await project.swarm('archive', id)).code).toBe(0);
  expect(existsSync(marks[0] ?? '')).toBe(true);
});

test('a copy touches nothing of the original, and becomes a project of its own', async () => {
  const project = await makeProject();
  const id = await create(project, ['say: hi'], '--workspace');
  expect((await project.swarm('wait', id)).code).toBe(0);
  const worktree = join(project.paths.worktreesDir, id);
  const copy = join(dirname(project.root), 'copy');
  cpSync(project.root, copy, { recursive: true, verbatimSymlinks: true });
  saveTrust(copy, project.env);
  const inCopy = (...words: string[]) => project.swarmWith({ cwd: copy }, ...words);

  const refused = await inCopy('clean', '--yes');
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('swarm project copied')]);
  expect((await inCopy('project', 'moved')).stderr).toContain(`The original is still at ${project.root}`);
  const inWorktree = await project.swarmWith({ cwd: join(copy, '.swarm/worktrees', id) }, 'clean');
  expect(inWorktree.stderr).toContain('this project was at');

  const settled = JSON.parse((await inCopy('project', 'copied', '--json')).stdout);
  expect(readdirSync(settled.aside)).toEqual(expect.arrayContaining(['swarm.db', 'sessions', 'worktrees']));
  expect(JSON.parse((await inCopy('list', '--json')).stdout).sessions).toEqual([]);
  expect((await inCopy('clean', '--yes')).stdout).toBe('Nothing to clean\n');
  expect(execFileSync('git', ['worktree', 'list'], { cwd: copy, encoding: 'utf8' })).not.toContain(id);
  expect(existsSync(join(worktree, 'swarm.config.json'))).toBe(true);
  expect((await project.swarm('clean', '--yes')).stdout).toContain(`Released workspace: ${worktree}`);
});

test('a person at a terminal is asked whether it was copied, and the command goes on', async () => {
  const project = await makeProject();
  await project.swarm('list');
  const copy = join(dirname(project.root), 'copy');
  cpSync(project.root, copy, { recursive: true });
  saveTrust(copy, project.env);
  const ask = (answer: string): string =>
    execFileSync('script', ['-qec', `'${process.execPath}' '${BUNDLE}' list || true`, '/dev/null'], {
      cwd: copy,
      env: { ...project.env, TERM: 'xterm' },
      input: `${answer}\n`,
      encoding: 'utf8',
    });
  const before = readFileSync(join(copy, '.swarm/project.json'), 'utf8');
  expect(ask('n')).toContain('swarm project copied');
  expect(readFileSync(join(copy, '.swarm/project.json'), 'utf8')).toBe(before);
  expect(ask('y')).toContain('No sessions found');
  expect(JSON.parse(readFileSync(join(copy, '.swarm/project.json'), 'utf8')).root).toBe(copy);
});

test('after a move the supervisor leaves without a trace at the old path, and the work goes on', async () => {
  const project = await makeProject({ timeouts: { sweep: '100ms' } });
  const id = await create(project, ['write: {path: note.txt, text: mine}', 'sleep: 1s'], '--workspace');
  await vi.waitFor(
    () => expect(existsSync(join(project.paths.worktreesDir, id, 'note.txt'))).toBe(true),
    SOON,
  );
  const pid = await supervisorPid(project);
  const root = join(dirname(project.root), 'moved');
  const inMoved = movedTo(project, root);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), SOON);
  expect(existsSync(project.root)).toBe(false);

  const refused = await inMoved('status', id);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/swarm project moved.*swarm project copied/),
  ]);
  const settled = await inMoved('project', 'moved', '--json');
  expect(JSON.parse(settled.stdout)).toEqual({ root, was: project.root, repaired_worktrees: 1 });
  expect((await inMoved('wait', id)).code).toBe(0);
  const worktree = join(root, '.swarm/worktrees', id);
  expect(execFileSync('git', ['worktree', 'list'], { cwd: root, encoding: 'utf8' })).toContain(worktree);
  const cleaned = await inMoved('clean', '--yes');
  expect(cleaned.stdout).toContain(`Released workspace: ${worktree}`);
  expect(cleaned.stdout).toContain(`Saved work: refs/swarm/rescue/${id}/1`);
  expect(existsSync(project.root)).toBe(false);
});

test('a supervisor whose project is deleted leaves with its agents, and makes nothing again', async () => {
  const project = await makeProject({ timeouts: { sweep: '100ms' } });
  const id = await create(project, ['sleep: 60s']);
  await vi.waitFor(async () => expect((await statusOf(project, id)).state).toBe('working'), SOON);
  const pid = await supervisorPid(project);
  // Its supervisor and its agent may write meanwhile.
  await vi.waitFor(() => rmSync(project.root, { recursive: true, force: true }), SOON);
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), SOON);
  expect(existsSync(project.root)).toBe(false);
  expect(() => project.tmux('list-sessions')).toThrow(/no server|error connecting/);
});
