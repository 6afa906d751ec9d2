import { afterEach, beforeEach, expect, test } from 'vitest';
import { attemptFolder } from '../../../src/runtime/attempt/attempt-folder.ts';
import type { AttemptObservation } from '../../../src/runtime/attempt/attempts.ts';
import type { Launch } from '../../../src/runtime/attempt/launches.ts';
import { realAttempts } from '../../../src/runtime/attempt/real-attempts.ts';
import { attemptWorld } from '../../../src/runtime/attempt/world.ts';
import { observeIdentity } from '../../../src/runtime/process/identity.ts';
import { expectNothingLeft, leftovers, openStage, planOf, type Stage } from './stage.ts';

const AT_WORK = 'echo started; exec sleep 1000';
const STUBBORN = "trap '' HUP TERM; echo started; while :; do sleep 0.05; done";

let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(async () => {
  await stage.close();
  await expectNothingLeft(stage);
});

async function start(script: string): Promise<void> {
  await stage.run(script);
  await stage.waitForFile(stage.folder.events);
  expect(await stage.attempts.observe(stage.ref)).toMatchObject({ is: 'alive' });
}

async function readOwner() {
  const launch = stage.world.launches.find(stage.ref);
  if (!launch?.launcher || !launch.server) throw new Error('not launched in tmux');
  return { launcher: launch.launcher.pid, server: launch.server.pid };
}

test('a pane that a person closes leaves an exit and reads as closed by a person', async () => {
  await start(AT_WORK);
  await stage.tmuxRun('kill-session', '-t', '=swarm-20260101-120000-tester');
  expect(await stage.waitOver()).toEqual({
    is: 'over',
    exitCode: 143,
    closedByPerson: true,
    worldDied: false,
  });
  await expectNothingLeft(stage);
});

test('a pane that is closed while its agent starts reads as closed by a person', async () => {
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const ref = { ...stage.ref, attempt };
    await stage.attempts.ensureOpen(ref, planOf(['sleep', '1000']), 'headless');
    await stage.waitForFile(attemptFolder(stage.world.sessionsDir, ref).launcher);
    await stage.tmuxRun('kill-session', '-t', '=swarm-20260101-120000-tester');
    await stage.waitUntil(async () => (await stage.attempts.observe(ref)).is === 'over');
    expect(await stage.attempts.observe(ref)).toMatchObject({ closedByPerson: true, worldDied: false });
    await stage.attempts.ensureGone(ref);
  }
});

test('an agent that ignores the end of its pane is killed after a while', async () => {
  await start(STUBBORN);
  await stage.tmuxRun('kill-session', '-t', '=swarm-20260101-120000-tester');
  expect(await stage.waitOver()).toMatchObject({ exitCode: 137, closedByPerson: true });
});

test('a terminal that a person closes reads as closed by a person', async () => {
  await stage.run('echo started > "$SWARM_ATTEMPT_DIR/began"; exec sleep 1000', { input: 'terminal' });
  await stage.waitForFile(`${stage.folder.dir}/began`);
  await stage.tmuxRun('kill-session', '-t', '=swarm-20260101-120000-tester');
  expect(await stage.waitOver()).toMatchObject({ closedByPerson: true, worldDied: false });
  // Also for one who looks again, because the supervisor died between its clean-up and its note.
  await stage.attempts.ensureGone(stage.ref);
  expect(await stage.waitOver()).toMatchObject({ closedByPerson: true, worldDied: false });
});

test('after the last pane is closed the server still answers', async () => {
  await start(AT_WORK);
  await stage.tmuxRun('kill-session', '-t', '=swarm-20260101-120000-tester');
  await stage.waitOver();
  expect(await stage.tmux.observe()).toMatchObject({ is: 'serving', panes: [] });
});

test('a tmux server that is killed is a world that died', async () => {
  await start(AT_WORK);
  process.kill((await readOwner()).server, 'SIGKILL');
  expect(await stage.waitOver()).toMatchObject({ closedByPerson: false, worldDied: true });
});

test('a tmux server that is asked to leave is a world that died, from the first look on', async () => {
  await start(AT_WORK);
  await stage.tmuxRun('kill-server');
  expect(await stage.waitOver()).toMatchObject({ closedByPerson: false, worldDied: true });
});

test('a new tmux server does not make up for the one that held the pane', async () => {
  await start(AT_WORK);
  process.kill((await readOwner()).server, 'SIGKILL');
  await stage.tmuxRun('new-session', '-d', '-s', 'other', 'sleep', '1000');
  expect(await stage.waitOver()).toMatchObject({ closedByPerson: false, worldDied: true });
});

test('a launcher that is killed leaves an attempt that is over, without blame', async () => {
  await start(AT_WORK);
  process.kill((await readOwner()).launcher, 'SIGKILL');
  expect(await stage.waitOver()).toEqual({
    is: 'over',
    exitCode: null,
    closedByPerson: false,
    worldDied: false,
  });
  await stage.attempts.ensureGone(stage.ref);
  expect(await leftovers(stage)).toEqual([]);
});

/** What is observed by one who remembers another launch. */
async function observeChanged(change: Partial<Launch>): Promise<AttemptObservation> {
  const launch = stage.world.launches.find(stage.ref);
  if (!launch) throw new Error('not launched');
  const launchersDir = `${stage.root}/other launchers`;
  attemptWorld({ ...stage.world, launchersDir }).launches.save(stage.ref, { ...launch, ...change });
  return realAttempts({ ...stage.world, launchersDir }).observe(stage.ref);
}

test('a launcher whose number belongs to another process now is over', async () => {
  await start(AT_WORK);
  const other = await observeIdentity(process.pid);
  const isOther = { launcher: { pid: other?.pid ?? 0, start: '1' } };
  expect(await observeChanged(isOther)).toMatchObject({ is: 'over', exitCode: null });
});

test('after a reboot an attempt is over and the world died', async () => {
  await start(AT_WORK);
  expect(await observeChanged({ boot: 'an earlier one' })).toEqual({
    is: 'over',
    exitCode: null,
    closedByPerson: false,
    worldDied: true,
  });
});

test.each(['TERM', 'KILL'] as const)(
  'SIG%s reaches the agent, and the end is known as ours',
  async (signal) => {
    await start(AT_WORK);
    await stage.attempts.sendSignal(stage.ref, signal);
    expect(await stage.waitOver()).toEqual({
      is: 'over',
      exitCode: signal === 'TERM' ? 143 : 137,
      closedByPerson: false,
      worldDied: false,
    });
  },
);

test('a signal that comes right after the start is not lost', async () => {
  await stage.run(AT_WORK);
  await stage.waitForFile(stage.folder.launcher);
  await stage.attempts.sendSignal(stage.ref, 'KILL');
  expect(await stage.waitOver()).toMatchObject({ exitCode: 137 });
});

test('a person who closes the pane after we asked for the end did not end it', async () => {
  await start(STUBBORN);
  await stage.attempts.sendSignal(stage.ref, 'TERM');
  await stage.tmuxRun('kill-session', '-t', '=swarm-20260101-120000-tester');
  expect(await stage.waitOver()).toMatchObject({ closedByPerson: false, worldDied: false });
});

test('keys that a person presses in the pane of a headless agent do not end it', async () => {
  await start('echo started; sleep 0.3; exit 7');
  for (const key of ['C-c', 'C-\\', 'C-z', 'C-d']) {
    await stage.tmuxRun('send-keys', '-t', '=swarm-20260101-120000-tester:', key);
  }
  expect(await stage.waitOver()).toMatchObject({ exitCode: 7, closedByPerson: false });
});

test('a launcher that is asked to end takes its agent with it', async () => {
  await start(AT_WORK);
  process.kill((await readOwner()).launcher, 'SIGTERM');
  expect(await stage.waitOver()).toMatchObject({ exitCode: 143, closedByPerson: false, worldDied: false });
});
