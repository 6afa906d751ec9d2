import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { observeMembers } from '../../../src/runtime/attempt/members.ts';
import { observeProcess } from '../../../src/runtime/process/process-table.ts';
import { openTmux } from '../../../src/runtime/tmux/tmux.ts';
import { expectNothingLeft, leftovers, openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeEach(() => {
  stage = openStage({ tmux: null });
});
afterEach(async () => {
  await stage.close();
  await expectNothingLeft(stage);
});

test('without tmux a headless agent runs to its end', async () => {
  await stage.run('cat; exit 4');
  expect(await stage.waitOver()).toEqual({
    is: 'over',
    exitCode: 4,
    closedByPerson: false,
    worldDied: false,
  });
  expect(await readFile(stage.folder.events, 'utf8')).toBe('the task\n');
});

test('without tmux turns arrive while the agent runs', async () => {
  await stage.run('cat', { input: 'turns' });
  await stage.attempts.ensureInput(stage.ref, ['one\n']);
  expect(await stage.waitForFile(stage.folder.events)).toBe('one\n');
  await stage.attempts.ensureInputEnded(stage.ref);
  expect(await stage.waitOver()).toMatchObject({ exitCode: 0 });
});

test('without tmux an attempt is alive as soon as it is opened', async () => {
  await stage.run('exec sleep 1000');
  expect(await stage.attempts.observe(stage.ref)).toMatchObject({ is: 'alive' });
});

test('without tmux the agent of a launcher that was killed is ended by ensureGone', async () => {
  await stage.run('echo started; exec sleep 1000', { input: 'turns' });
  await stage.waitForFile(stage.folder.events);
  process.kill(stage.world.launches.find(stage.ref)?.launcher?.pid ?? 0, 'SIGKILL');
  expect(await stage.waitOver()).toEqual({
    is: 'over',
    exitCode: null,
    closedByPerson: false,
    worldDied: false,
  });
  await stage.attempts.ensureGone(stage.ref);
  expect(await leftovers(stage)).toEqual([]);
});

test('without tmux an interactive session is a fault that says so', async () => {
  await expect(stage.run('', { input: 'terminal' })).rejects.toMatchObject({ code: 'tmux-missing' });
});

test('a tmux that is not installed is no tmux', async () => {
  const env = { ...stage.world.env, PATH: '/nowhere' };
  const other = openStage({ tmux: openTmux({ socket: stage.socket, env }) });
  try {
    expect(await other.attempts.observe(other.ref)).toEqual({ is: 'absent' });
    await expect(other.run('', { input: 'terminal' })).rejects.toMatchObject({ code: 'tmux-missing' });
    await other.run('exit 4');
    expect(await other.waitOver()).toMatchObject({ exitCode: 4 });
  } finally {
    await other.close();
  }
});

test('a detached agent is not in the session of its starter', async () => {
  await stage.run('echo started; exec sleep 1000');
  await stage.waitForFile(stage.folder.events);
  const { launcher } = await observeMembers(stage.world, stage.ref);
  const own = await observeProcess(process.pid);
  expect(launcher?.group).toBe(launcher?.pid);
  expect(launcher?.group).not.toBe(own?.group);
});
