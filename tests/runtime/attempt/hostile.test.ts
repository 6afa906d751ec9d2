import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { attemptFolder } from '../../../src/runtime/attempt/attempt-folder.ts';
import { realAttempts } from '../../../src/runtime/attempt/real-attempts.ts';
import { observeProcess } from '../../../src/runtime/process/process-table.ts';
import { ODD_THINGS } from '../agent-files/odd-things.ts';
import { putInPlace } from '../agent-files/put-in-place.ts';
import { expectNothingLeft, openStage, type Stage } from './stage.ts';

const AT_WORK = 'echo $$; exec sleep 1000';

const isRunning = async (pid: number | undefined): Promise<boolean> => {
  const row = await observeProcess(pid ?? 0);
  return row !== undefined && !row.isZombie;
};

describe.each([
  ['in tmux', {}],
  ['without tmux', { tmux: null }],
] as const)('%s', (_where, more) => {
  let stage: Stage;
  let bystander: ChildProcess;
  beforeEach(() => {
    stage = openStage(more);
    bystander = spawn('sleep', ['1000'], { detached: true });
  });
  afterEach(async () => {
    bystander.kill('SIGKILL');
    await stage.close();
    await expectNothingLeft(stage);
  });

  const pidsOf = async (): Promise<number[]> =>
    (await stage.waitForFile(stage.folder.events)).trim().split('\n').map(Number);
  const kill = async (): Promise<void> => {
    await stage.attempts.sendSignal(stage.ref, 'KILL');
    await stage.waitOver();
    await stage.attempts.ensureGone(stage.ref);
  };

  test('a process that a file names is not ended', async () => {
    await stage.run(AT_WORK);
    const [agent] = await pidsOf();
    const { start } = (await observeProcess(bystander.pid ?? 0)) ?? {};
    const claim = { pid: bystander.pid, start, boot: '', server: null, input: 'turns' };
    writeFileSync(
      stage.folder.processes,
      `agent ${bystander.pid} ${start}\nfeeder ${bystander.pid} ${start}\n`,
    );
    writeFileSync(stage.folder.launcher, JSON.stringify(claim));
    expect(await stage.attempts.observe(stage.ref)).toMatchObject({ is: 'alive' });
    expect(await stage.attempts.observe(stage.ref)).not.toMatchObject({ pid: bystander.pid });
    await stage.attempts.ensureInputEnded(stage.ref);
    await kill();
    expect(await isRunning(agent)).toBe(false);
    expect(await isRunning(bystander.pid)).toBe(true);
  });

  test('a child that has left everything behind but its workspace is ended', async () => {
    const workDir = join(stage.world.worktreesDir, 'tester');
    mkdirSync(workDir, { recursive: true });
    const early = spawn('sleep', ['1000'], { cwd: workDir, detached: true });
    await stage.run(
      `env -i setsid sh -c 'echo $$; exec sleep 1000' & sleep 0.3; (env -i setsid sleep 999 &)`,
      {
        workDir,
      },
    );
    const [left] = await pidsOf();
    await stage.waitOver();
    expect(await isRunning(left)).toBe(true);
    const gate = spawn('sleep', ['1000'], { cwd: workDir });
    await stage.attempts.ensureGone(stage.ref);
    expect(await isRunning(left)).toBe(false);
    expect(await isRunning(early.pid)).toBe(true);
    // What runs for us in the same folder is not the agent's.
    expect(await isRunning(gate.pid)).toBe(true);
    for (const child of [early, gate]) child.kill('SIGKILL');
  });

  test('without its folder an attempt is alive all the same, and can be killed', async () => {
    await stage.run(AT_WORK);
    const [agent] = await pidsOf();
    // Its launcher may write there meanwhile.
    rmSync(stage.folder.sessionDir, { recursive: true, maxRetries: 20, retryDelay: 10 });
    expect(await stage.attempts.observe(stage.ref)).toMatchObject({ is: 'alive' });
    await stage.attempts.ensureOpen(stage.ref, { ...PLAN, workDir: stage.workDir }, 'headless');
    await kill();
    expect(await isRunning(agent)).toBe(false);
  });

  test('a launcher that its agent has stopped does not keep a killed attempt alive', async () => {
    await stage.run('kill -STOP $PPID; echo $$; exec sleep 1000');
    const [agent] = await pidsOf();
    await kill();
    expect(await isRunning(agent)).toBe(false);
  });

  test('an exit that is written while the launcher lives is no exit', async () => {
    await stage.run(AT_WORK);
    await pidsOf();
    writeFileSync(stage.folder.exit, '{"code":0,"signal":null,"hup":false,"term":false}\n');
    expect(await stage.attempts.observe(stage.ref)).toMatchObject({ is: 'alive' });
    await stage.attempts.sendSignal(stage.ref, 'KILL');
    expect(await stage.waitOver()).toMatchObject({ exitCode: 137 });
  });

  test('a launcher that was started just before its supervisor died is found', async () => {
    await stage.run(AT_WORK);
    const [agent] = await pidsOf();
    const next = realAttempts({ ...stage.world, launchersDir: join(stage.root, 'empty') });
    expect(await next.observe(stage.ref)).toEqual(await stage.attempts.observe(stage.ref));
    await next.sendSignal(stage.ref, 'KILL');
    await stage.waitOver();
    await next.ensureGone(stage.ref);
    expect(await isRunning(agent)).toBe(false);
  });

  test('no thing at any path of its folder keeps an attempt from being killed', async () => {
    const outside = join(stage.root, 'outside');
    writeFileSync(outside, 'theirs\n');
    const refs = Object.keys(ODD_THINGS).map((_, index) => ({ ...stage.ref, sessionId: `s${index}` }));
    for (const ref of refs) {
      await stage.attempts.ensureOpen(ref, { ...PLAN, workDir: stage.root }, 'headless');
      await stage.waitForFile(attemptFolder(stage.world.sessionsDir, ref).events);
    }
    for (const [index, make] of Object.values(ODD_THINGS).entries()) {
      const ref = refs[index] ?? stage.ref;
      const { sessionDir, dir, ...paths } = attemptFolder(stage.world.sessionsDir, ref);
      for (const path of Object.values(paths)) await putInPlace(path, { make, outside });
    }
    for (const ref of refs) {
      expect(await stage.attempts.observe(ref)).toMatchObject({ is: 'alive' });
      await lookAtAll(stage, ref);
      await stage.attempts.sendSignal(ref, 'KILL');
      await stage.attempts.ensureGone(ref);
      expect(await stage.attempts.observe(ref)).toMatchObject({ is: 'over' });
      expect((await stage.attempts.ensureSetAside(ref.sessionId)).length).toBeGreaterThan(5);
    }
    expect(readFileSync(outside, 'utf8')).toBe('theirs\n');
  });

  test('a folder of the attempt that is a link to another place leads nothing there', async () => {
    await stage.run(AT_WORK);
    const [agent] = await pidsOf();
    const elsewhere = join(stage.root, 'elsewhere');
    mkdirSync(elsewhere);
    for (const path of [stage.folder.ask, stage.folder.answer, stage.folder.taken, stage.folder.outbox]) {
      rmSync(path, { recursive: true });
      symlinkSync(elsewhere, path);
    }
    writeFileSync(join(elsewhere, 'mine.json'), '{}');
    await lookAtAll(stage, stage.ref);
    await stage.attempts.answerAsking({ key: `${stage.ref.sessionId}/1/mine.json` }, 'no');
    expect(readdirSync(elsewhere)).toEqual(['mine.json']);
    await kill();
    expect(await isRunning(agent)).toBe(false);
  });
});

const PLAN = {
  argv: ['/bin/sh', '-c', 'echo started; exec sleep 1000'],
  env: {},
  input: 'prompt',
  files: { 'prompt.md': 'the task\n' },
} as const;

/** Everything that a round reads. */
async function lookAtAll({ attempts }: Stage, ref: Stage['ref']): Promise<void> {
  for (const _ of await attempts.listAsking(ref.sessionId));
  await attempts.readEvents(ref, 0);
  await attempts.readErrorLines(ref, 0);
  await attempts.readErrors(ref);
  await attempts.readResult(ref);
  await attempts.observeAll([ref]);
  await attempts.observeDisk(ref.sessionId);
  await attempts.findAgentPid(ref);
  await attempts.hasAskerLeft({ key: `${ref.sessionId}/1/one.json` });
  await attempts.wasAnswerHeard({ key: `${ref.sessionId}/1/one.json` });
  await attempts.answerAsking({ key: `${ref.sessionId}/1/one.json` }, 'yes');
  await attempts.drawAt(ref, { file: 'output.log', position: 0 }, 'text\n');
}
