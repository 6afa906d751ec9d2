import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunState } from '../../src/domain/run/run.ts';
import { start } from '../../src/domain/run/workflow/workflow-program.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Write } from '../../src/store/store.ts';
import { aWorkflow } from '../samples/workflow.ts';
import { addSession, aNote, aRun, aSession, aWorkspace } from '../store/rows.ts';
import { makeProject, type TestProject } from './project.ts';

const RUN = '1735725600000';
const ROLES = ['researcher', 'reviewer'];

const git = ({ env }: TestProject, folder: string, ...args: string[]): string => {
  const as = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid'];
  return execFileSync('git', [...as, ...args], { cwd: folder, env, encoding: 'utf8' }).trim();
};
const branchOf = (role: string): string => `swarm/${role}-${RUN}`;

/** The rows of a run that is over, whose two roles each committed a file. */
async function makeRun(project: TestProject, files: Record<string, string>, state: RunState = 'completed') {
  const { root, paths } = project;
  expect((await project.swarm('list')).code).toBe(0);
  const base = git(project, root, 'rev-parse', 'HEAD');
  for (const role of ROLES) {
    const folder = join(root, '..', role);
    git(project, root, 'worktree', 'add', '--quiet', '-b', branchOf(role), folder);
    writeFileSync(join(folder, files[role] ?? role), `${role}\n`);
    git(project, folder, 'add', '-A');
    git(project, folder, 'commit', '-qm', `work of ${role}`);
  }
  const workflow = aWorkflow();
  const memory = { definition: workflow, state: start(workflow, 'why').state };
  const sessions = ROLES.flatMap((role): Write[] => {
    const id = `${RUN}-${role}`;
    const session = aSession({ id, runId: RUN, role, state: 'completed', ending: 'completed', key: null });
    const path = join(paths.worktreesDir, RUN, role);
    const workspace = aWorkspace({ sessionId: id, path, branch: branchOf(role), baseCommit: base });
    return [addSession(session), { kind: 'add-workspace', workspace, journal: aNote() }];
  });
  const store = await openStore({ sqliteFile: paths.dbFile });
  const run = aRun({ id: RUN, state, ending: state === 'completed' ? 'completed' : null });
  expect(await store.commit([{ kind: 'add-run', run, memory, journal: aNote() }, ...sessions])).toEqual({
    saved: true,
  });
  await store.close();
}

test('merge moves the branch that is checked out, and says that nothing was checked', async () => {
  const project = await makeProject();
  await makeRun(project, {});
  const merged = await project.swarm('merge', RUN);
  expect(merged.stdout).toContain(`Merged into main: ${branchOf('researcher')} (researcher)`);
  expect(merged.stdout).toContain('Nothing was checked');
  expect(merged.code).toBe(0);
  expect(readFileSync(join(project.root, 'reviewer'), 'utf8')).toBe('reviewer\n');
  const again = await project.swarm('merge', RUN);
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('main has all commits')]);
  expect((await project.swarm('events', '--json')).stdout).toContain('merge-merged');
});

test('a conflict becomes a question that names the files, until a later merge goes well', async () => {
  const project = await makeProject();
  await makeRun(project, { researcher: 'same.txt', reviewer: 'same.txt' });
  const before = git(project, project.root, 'rev-parse', 'main');
  const refused = await project.swarm('merge', RUN, '--json');
  expect(refused.code).toBe(1);
  const { is, files, question_id: questionId, moved } = JSON.parse(refused.stdout);
  expect({ is, files, moved }).toEqual({ is: 'conflict', files: ['same.txt'], moved: false });
  expect(git(project, project.root, 'rev-parse', 'main')).toBe(before);
  const { questions: listed } = await project.json<{ questions: { id: string; text: string }[] }>(
    'questions',
  );
  expect(listed).toMatchObject([{ id: questionId, run_id: RUN, session_id: null }]);
  expect(listed[0]?.text).toContain('In conflict: same.txt');

  const folder = join(project.root, '..', 'reviewer');
  git(project, folder, 'merge', '--quiet', '-s', 'ours', '-m', 'Keep ours', branchOf('researcher'));
  expect((await project.swarm('merge', RUN)).code).toBe(0);
  expect(await project.json('questions')).toEqual({ questions: [] });
  expect(readFileSync(join(project.root, 'same.txt'), 'utf8')).toBe('reviewer\n');
});

test('a check that fails shows its last lines and where the rest is, and moves nothing', async () => {
  const project = await makeProject({ merge: { check: 'ls && echo "2 tests failed" && exit 4' } });
  await makeRun(project, {});
  const failed = await project.swarm('merge', RUN);
  expect(failed.code).toBe(1);
  expect(failed.stdout).toContain('Checking: ls &&');
  expect(failed.stdout).toContain('The check ended with 4; main stays where it is');
  expect(failed.stdout).toContain('   2 tests failed');
  expect(readFileSync(join(project.paths.logsDir, `merge-${RUN}.log`), 'utf8')).toContain('reviewer\n');
  expect(existsSync(join(project.root, 'reviewer'))).toBe(false);
  const passed = await project.swarm('merge', RUN, '--set', 'merge.check=test -f reviewer');
  expect([passed.code, passed.stdout]).toEqual([0, expect.stringContaining('Passed: test -f reviewer')]);
});

test('unknown runs, runs at work and runs that failed are not merged', async () => {
  const project = await makeProject();
  const codeOf = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await project.swarm('merge', ...words, '--json');
    expect(code).toBe(1);
    return JSON.parse(stdout || stderr).error.code;
  };
  await makeRun(project, {}, 'failed');
  const store = await openStore({ sqliteFile: project.paths.dbFile });
  const live = aRun({ id: '1735725600001', state: 'running' });
  const memory = { definition: aWorkflow(), state: start(aWorkflow(), 'why').state };
  await store.commit([{ kind: 'add-run', run: live, memory, journal: aNote() }]);
  await store.close();
  expect(await codeOf(live.id)).toBe('run-not-over');
  expect(await codeOf('17')).toBe('run-not-found');
  expect(await codeOf(RUN)).toBe('run-not-completed');
  expect(await codeOf(RUN, '--anyway', '--into', 'nowhere')).toBe('merge-no-target');
  expect((await project.swarm('merge', RUN, '--anyway')).code).toBe(0);
});
