import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LaunchPlan } from '../../../src/domain/agent/agent.ts';
import { renderEnv, renderStart } from '../../../src/runtime/attempt/launch-files.ts';
import { LAUNCHER_SCRIPT } from '../../../src/runtime/attempt/launcher-script.ts';
import { observeShellTools } from '../../../src/runtime/attempt/shell-tools.ts';
import { expectNothingLeft, leftovers, openStage, planOf, type Stage } from './stage.ts';

const SHELLS = { dash: ['/bin/dash'], bash: ['/bin/bash', '--posix'], busybox: ['/bin/busybox', 'sh'] };
const isThere = ([path = '']: readonly string[]): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
// Which shells a machine has differs; the one that runs launchers is always there.
const shells = Object.entries({ sh: ['/bin/sh'], ...SHELLS }).filter(([, argv]) => isThere(argv));
const cases = shells.flatMap(([name, shell]) =>
  [true, false].flatMap((hasTools) => [true, false].map((inTmux) => ({ name, shell, hasTools, inTmux }))),
);

describe.each(cases)('$name, with setsid: $hasTools, in tmux: $inTmux', ({ shell, hasTools, inTmux }) => {
  let stage: Stage;
  beforeEach(() => {
    stage = openStage(inTmux ? {} : { tmux: null });
  });
  afterEach(async () => {
    await stage.close();
    await expectNothingLeft(stage);
  });

  async function launch(script: string, more: Partial<LaunchPlan> = {}, by: string[] = []): Promise<void> {
    const { folder, root, tmux, world } = stage;
    const plan = planOf(['/bin/sh', '-c', script], { workDir: root, ...more });
    const tools = hasTools ? await observeShellTools(world.env) : { hasGnuTail: false, detach: [] };
    await mkdir(folder.dir, { recursive: true });
    await writeFile(folder.output, '');
    await writeFile(folder.stdin, '');
    await writeFile(join(folder.dir, 'prompt.md'), 'the task\n');
    await writeFile(folder.start, renderStart({ plan, view: folder.output, tools }));
    await writeFile(folder.env, renderEnv(world.env, plan, { dir: folder.dir, token: 'secret' }));
    const launcher = join(root, 'launcher.sh');
    await writeFile(launcher, LAUNCHER_SCRIPT);
    const argv = [...by, ...shell, launcher, folder.dir];
    const name = { session: 'launcher', window: 'agent' };
    if (inTmux)
      return void (await tmux.ensurePane({ name, mark: 's/1', argv, captureTo: null, keepOnExit: false }));
    spawn(argv[0] ?? '', argv.slice(1), { detached: true, stdio: 'ignore', env: { PATH: world.env.PATH } });
  }

  test('the prompt arrives, the agent is known by its number, and the exit is written', async () => {
    await launch('cat; echo $$; while [ ! -e "$SWARM_ATTEMPT_DIR/go" ]; do sleep 0.02; done; exit 7');
    const told = async () => (await readFile(stage.folder.events, 'utf8').catch(() => '')).split('\n');
    await stage.waitUntil(async () => (await told()).length === 3);
    const [prompt, pid] = await told();
    expect(prompt).toBe('the task');
    expect(await stage.attempts.observe(stage.ref)).toMatchObject({ is: 'alive' });
    expect(await stage.attempts.findAgentPid(stage.ref)).toBe(Number(pid));
    await writeFile(join(stage.folder.dir, 'go'), '');
    expect(await stage.waitOver()).toMatchObject({ exitCode: 7, closedByPerson: false, worldDied: false });
    await stage.waitUntil(async () => (await leftovers(stage)).length === 0);
  });

  test('turns arrive, and their end ends the agent', async () => {
    await launch('cat; exit 3', { input: 'turns' });
    await stage.attempts.ensureInput(stage.ref, ['one\n']);
    await stage.waitForFile(stage.folder.events);
    await stage.attempts.ensureInputEnded(stage.ref);
    expect(await stage.waitOver()).toMatchObject({ exitCode: 3 });
    await stage.waitUntil(async () => (await leftovers(stage)).length === 0);
  });

  test('a signal is told from a plain exit', async () => {
    await launch('kill -KILL $$');
    expect(await stage.waitOver()).toMatchObject({ exitCode: 137 });
    expect(await readExitLine(stage)).toMatchObject({ signal: 'KILL' });
  });

  test('an agent that is sent TERM can end its own way', async () => {
    await launch("trap 'exit 9' TERM; echo started; while :; do sleep 0.02; done");
    await stage.waitForFile(stage.folder.events);
    await stage.attempts.sendSignal(stage.ref, 'TERM');
    // Its sleep is sent TERM as well, which is its own affair.
    expect(await stage.waitOver()).toMatchObject({ exitCode: 9 });
  });

  test('a launcher that nothing was known of is found alive until its exit is there', async () => {
    // Stands for a machine that is too busy to run mv at once.
    const wait = `while [ ! -e '${stage.root}/go' ]; do sleep 0.02; done`;
    await writeFile(join(stage.root, 'mv'), `#!/bin/sh\n${wait}\nexec /bin/mv "$@"\n`, { mode: 0o755 });
    await launch('exit 9', {}, ['/usr/bin/env', `PATH=${stage.root}:${stage.world.env.PATH}`]);
    await stage.waitUntil(async () => (await readdir(stage.folder.dir)).some((name) => /^\.exit/.test(name)));
    expect(await stage.attempts.observe(stage.ref)).toMatchObject({ is: 'alive' });
    await writeFile(join(stage.root, 'go'), '');
    expect(await stage.waitOver()).toMatchObject({ exitCode: 9 });
  });

  test('an agent can be interrupted', async () => {
    await launch("trap 'echo heard' INT; kill -INT $$; echo on");
    await stage.waitOver();
    expect(await readFile(stage.folder.events, 'utf8')).toBe('heard\non\n');
  });

  if (!inTmux) return;

  test('a closed pane leaves an exit', async () => {
    await launch('echo started; exec sleep 1000');
    await stage.waitForFile(stage.folder.events);
    expect(await stage.attempts.observe(stage.ref)).toMatchObject({ is: 'alive' });
    await stage.tmuxRun('kill-session', '-t', '=launcher');
    expect(await stage.waitOver()).toMatchObject({ exitCode: 143, closedByPerson: true });
    expect(await readExitLine(stage)).toMatchObject({ hup: true });
  });

  test('the pane shows what is drawn', async () => {
    await launch('exec sleep 1000');
    await writeFile(stage.folder.output, 'drawn by a person\n');
    await stage.waitUntil(async () => {
      return (await stage.tmuxRun('capture-pane', '-p', '-t', '=launcher:')).includes('drawn by a person');
    });
  });
});

/** Below it stand the times of the launcher, and of what it waited for. */
async function readExitLine({ folder }: Stage): Promise<unknown> {
  const [line = ''] = (await readFile(folder.exit, 'utf8')).split('\n');
  return JSON.parse(line);
}
