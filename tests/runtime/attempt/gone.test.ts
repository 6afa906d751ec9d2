import { spawn } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { attemptFolder } from '../../../src/runtime/attempt/attempt-folder.ts';
import { observeMembers } from '../../../src/runtime/attempt/members.ts';
import { observeProcess } from '../../../src/runtime/process/process-table.ts';
import { expectNothingLeft, leftovers, openStage, planOf, type Stage } from './stage.ts';

const OTHER = { sessionId: '20260101-120000-other', attempt: 1, runId: null, role: null };

let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(async () => {
  await stage.attempts.ensureGone(OTHER);
  await stage.close();
  await expectNothingLeft(stage);
});

const isRunning = async (pid: number): Promise<boolean> => {
  const row = await observeProcess(pid);
  return row !== undefined && !row.isZombie;
};

const pidsIn = async (): Promise<number[]> =>
  (await stage.waitForFile(stage.folder.events)).trim().split('\n').map(Number);

test.each([
  ['in a process group of its own', 'exec bash -c \'set -m; sh -c "echo \\$\\$; exec sleep 1000" & wait\''],
  ['in a session of its own', "setsid sh -c 'echo $$; exec sleep 1000'; wait"],
  ['whose parent has ended', "(setsid sh -c 'echo $$; exec sleep 1000' &); exec sleep 1000"],
  [
    'that ignores everything it can',
    `setsid sh -c 'trap "" TERM HUP INT; echo $$; while :; do sleep 1; done' & wait`,
  ],
])('a tool %s is ended by SIGKILL to the attempt', async (_where, script) => {
  await stage.run(script);
  const [tool = 0] = await pidsIn();
  expect(await isRunning(tool)).toBe(true);
  await stage.attempts.sendSignal(stage.ref, 'KILL');
  await stage.waitOver();
  await stage.waitUntil(async () => !(await isRunning(tool)));
});

test.each([
  ['in a session of its own', "setsid sh -c 'echo $$; exec sleep 1000' & sleep 0.1"],
  [
    'with an empty environment, in the group of one that belongs',
    `(setsid sh -c '
     env -i sh -c "echo \\$\\$; exec sleep 1000" & sleep 1000' &); sleep 0.2`,
  ],
  ['that ignores TERM', `(setsid sh -c 'trap "" TERM; echo $$; while :; do sleep 1; done' &); sleep 0.2`],
])('a process %s that outlives the agent is ended by ensureGone', async (_where, script) => {
  await stage.run(script);
  const [left = 0] = await pidsIn();
  await stage.waitOver();
  expect(await isRunning(left)).toBe(true);
  await stage.attempts.ensureGone(stage.ref);
  expect(await isRunning(left)).toBe(false);
});

test('the agent of another session, and unrelated processes, are left alone', async () => {
  const bystander = spawn('sleep', ['1000']);
  await stage.run('echo $$; exec sleep 1000');
  await pidsIn();
  await stage.attempts.ensureOpen(OTHER, planOf(['sleep', '1000']), 'headless');
  await stage.waitUntil(async () => (await observeMembers(stage.world, OTHER)).agents.length > 0);

  await stage.attempts.sendSignal(stage.ref, 'KILL');
  await stage.waitOver();
  await stage.attempts.ensureGone(stage.ref);

  expect(await stage.attempts.observe(OTHER)).toMatchObject({ is: 'alive' });
  expect((await observeMembers(stage.world, OTHER)).agents.length).toBeGreaterThan(0);
  expect(await isRunning(bystander.pid ?? 0)).toBe(true);
  bystander.kill('SIGKILL');
});

test('ensureGone ends an attempt that is still at work, with its pane', async () => {
  await stage.run('echo $$; exec sleep 1000', { input: 'turns' });
  await pidsIn();
  await stage.attempts.ensureGone(stage.ref);
  expect(await stage.attempts.observe(stage.ref)).toMatchObject({ is: 'over', closedByPerson: false });
  expect(await leftovers(stage)).toEqual([]);
  expect(await stage.tmux.observe()).toMatchObject({ panes: [] });
  await expect(access(stage.folder.fifo)).rejects.toThrow('ENOENT');
  await stage.attempts.ensureGone(stage.ref);
});

test('a window that a person opened beside the agent stays', async () => {
  await stage.run('echo $$; exec sleep 1000');
  await pidsIn();
  const target = '=swarm-20260101-120000-tester:';
  await stage.tmuxRun('split-window', '-d', '-t', target, 'sleep', '1000');
  await stage.attempts.ensureGone(stage.ref);
  const seen = await stage.tmux.observe();
  expect(seen).toMatchObject({ panes: [{ mark: '', isDead: false }] });
});

test('with keepOnExit the screen of an agent stays until the next attempt needs its place', async () => {
  const keeping = openStage({ keepOnExit: true });
  try {
    await keeping.run('exit 3');
    await keeping.waitOver();
    await keeping.attempts.ensureGone(keeping.ref);
    await keeping.waitUntil(async () => {
      const seen = await keeping.tmux.observe();
      return seen.is === 'serving' && seen.panes[0]?.isDead === true;
    });
    const next = { ...keeping.ref, attempt: 2 };
    await keeping.attempts.ensureOpen(next, planOf(['sleep', '1000']), 'headless');
    const seen = await keeping.tmux.observe();
    expect(seen).toMatchObject({ panes: [{ mark: `${next.sessionId}/2` }] });
    await keeping.attempts.ensureGone(next);
  } finally {
    await keeping.close();
  }
});

test('an attempt that was never claimed cannot begin after ensureGone', async () => {
  await stage.run('exit 0');
  await stage.waitOver();
  const next = { ...stage.ref, attempt: 2 };
  const folder = attemptFolder(stage.world.sessionsDir, next);
  // The folder is ready and the launcher is late: as after a crash between the two.
  const unable = { ...stage.world, tmux: { ...stage.tmux, ensurePane: async () => null } };
  const { realAttempts } = await import('../../../src/runtime/attempt/real-attempts.ts');
  await realAttempts(unable).ensureOpen(next, planOf(['sh', '-c', 'echo ran']), 'headless');
  expect(await stage.attempts.observe(next)).toEqual({ is: 'absent' });

  await stage.attempts.ensureGone(next);
  await stage.attempts.ensureOpen(next, planOf(['sh', '-c', 'echo ran']), 'headless');
  expect(JSON.parse(await readFile(folder.launcher, 'utf8'))).toMatchObject({ pid: 0 });
  expect(await stage.attempts.observe(next)).toEqual({
    is: 'over',
    exitCode: null,
    closedByPerson: false,
    worldDied: false,
  });
});

test('to end what was never begun is to do nothing', async () => {
  await stage.attempts.ensureInputEnded(stage.ref);
  await stage.attempts.sendSignal(stage.ref, 'KILL');
  await stage.attempts.ensureGone(stage.ref);
  expect(await stage.attempts.observe(stage.ref)).toEqual({ is: 'absent' });
});
