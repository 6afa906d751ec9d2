import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { attemptFolder } from '../../../src/runtime/attempt/attempt-folder.ts';
import { renderEnv, renderStart } from '../../../src/runtime/attempt/launch-files.ts';
import { LAUNCHER_SCRIPT } from '../../../src/runtime/attempt/launcher-script.ts';
import { realAttempts } from '../../../src/runtime/attempt/real-attempts.ts';
import { observeShellTools } from '../../../src/runtime/attempt/shell-tools.ts';
import { expectNothingLeft, openStage, planOf, type Stage } from './stage.ts';

const ROUNDS = 50;
const LAUNCH = { boot: '', input: null, workspace: null, launcher: null, server: null, isEnding: false };

let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(async () => {
  await stage.close();
  await expectNothingLeft(stage);
});

const exitOf = (argv: readonly string[]): Promise<number | null> =>
  new Promise((resolve) => {
    const [program = '', ...args] = argv;
    spawn(program, args, { stdio: 'ignore', detached: true }).on('exit', resolve);
  });

test(`of launchers that race for one attempt, one runs the agent (${ROUNDS} rounds)`, async () => {
  const launcher = join(stage.root, 'launcher.sh');
  await writeFile(launcher, LAUNCHER_SCRIPT);
  const plan = planOf(['/bin/sh', '-c', 'echo ran']);
  const tools = await observeShellTools(stage.world.env);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const folder = attemptFolder(stage.world.sessionsDir, { ...stage.ref, attempt: round });
    await mkdir(folder.dir, { recursive: true });
    await writeFile(join(folder.dir, 'prompt.md'), '');
    await writeFile(folder.start, renderStart({ plan, view: null, tools }));
    await writeFile(folder.env, renderEnv(stage.world.env, plan, { dir: folder.dir, token: 'secret' }));

    const racers = Array.from({ length: 3 }, () => exitOf(['/bin/sh', launcher, folder.dir]));
    expect(await Promise.all(racers)).toEqual([0, 0, 0]);

    expect(await readFile(folder.events, 'utf8')).toBe('ran\n');
    const claim = JSON.parse(await readFile(folder.launcher, 'utf8'));
    expect(claim).toMatchObject({ server: null, input: 'prompt' });
  }
}, 120_000);

test('what launchers leave behind in the folder goes with ensureGone', async () => {
  await stage.run('exit 0', { input: 'turns' });
  await stage.waitOver();
  await stage.attempts.ensureGone(stage.ref);
  const names = (await readdir(stage.folder.dir)).filter((name) => /^(claim|exit|env)\.|fifo/.test(name));
  expect(names).toEqual([]);
});

test('to open an attempt twice, one after the other or at once, is to open it once', async () => {
  const script = 'echo ran; exec sleep 1000';
  await Promise.all([stage.run(script), stage.run(script), stage.run(script)]);
  await stage.waitForFile(stage.folder.events);
  const before = await readFile(stage.folder.launcher, 'utf8');
  await stage.run(script);
  expect(await readFile(stage.folder.launcher, 'utf8')).toBe(before);
  expect(await readFile(stage.folder.events, 'utf8')).toBe('ran\n');
  expect(await stage.tmux.observe()).toMatchObject({ panes: [{ mark: `${stage.ref.sessionId}/1` }] });
});

test('an attempt that is over is not opened again', async () => {
  await stage.run('echo ran');
  await stage.waitOver();
  await stage.run('echo ran');
  expect(await stage.attempts.observe(stage.ref)).toMatchObject({ is: 'over', exitCode: 0 });
  expect(await readFile(stage.folder.events, 'utf8')).toBe('ran\n');
});

test('a pane that has not claimed yet is waited for, and then seen alive', async () => {
  const { tmux, world, ref } = stage;
  const late: typeof tmux = {
    ...tmux,
    ensurePane: (order) =>
      tmux.ensurePane({ ...order, argv: ['sh', '-c', 'sleep 0.3; exec "$@"', 'sh', ...order.argv] }),
  };
  await mkdir(stage.workDir, { recursive: true });
  await realAttempts({ ...world, tmux: late }).ensureOpen(ref, planOf(['sleep', '1000']), 'headless');
  await expect(readFile(stage.folder.launcher)).rejects.toThrow('ENOENT');
  expect(await stage.attempts.observe(ref)).toMatchObject({ is: 'alive' });
});

test('without a folder and without a pane an attempt is absent', async () => {
  expect(await stage.attempts.observe(stage.ref)).toEqual({ is: 'absent' });
});

test('a claim that was cut short reads as over', async () => {
  await mkdir(stage.folder.dir, { recursive: true });
  await writeFile(stage.folder.launcher, '{"pid":12');
  expect(await stage.attempts.observe(stage.ref)).toEqual({
    is: 'over',
    exitCode: null,
    closedByPerson: false,
    worldDied: false,
  });
});

test('a stale pane of an earlier attempt gives way', async () => {
  await stage.run('echo ran; exec sleep 1000');
  await stage.waitForFile(stage.folder.events);
  const next = { ...stage.ref, attempt: 2 };
  await stage.attempts.ensureOpen(next, planOf(['sleep', '1000']), 'headless');
  expect(await stage.attempts.observe(next)).toMatchObject({ is: 'alive' });
  expect(await stage.tmux.observe()).toMatchObject({ panes: [{ mark: `${next.sessionId}/2` }] });
  await stage.waitOver();
  await stage.attempts.ensureGone(next);
});

test('only the owner may look into the folders', async () => {
  await stage.run('exit 0');
  for (const path of [stage.folder.sessionDir, stage.folder.dir, stage.folder.ask]) {
    expect((await stat(path)).mode & 0o777).toBe(0o700);
  }
});

test('what is known of a launcher is forgotten with its session, and by the next supervisor', async () => {
  await stage.run('exit 0');
  await stage.waitOver();
  const names = (): Promise<string[]> => readdir(stage.world.launchersDir);
  expect(await names()).toEqual([`${stage.ref.sessionId}.1.json`]);
  await realAttempts(stage.world).ensureForgottenBut(async (id) => id === stage.ref.sessionId);
  expect(await names()).toHaveLength(1);
  await stage.attempts.ensureForgottenBut(async () => false);
  expect(await names()).toHaveLength(1);
  await realAttempts(stage.world).ensureForgottenBut(async () => false);
  expect(await names()).toEqual([]);
  stage.world.launches.save(stage.ref, LAUNCH);
  await stage.attempts.ensureForgotten(stage.ref.sessionId);
  expect(await names()).toEqual([]);
  expect(await stage.attempts.observe(stage.ref)).toMatchObject({ is: 'over', exitCode: 0 });
});
