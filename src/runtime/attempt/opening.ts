import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { LaunchPlan } from '../../domain/agent/agent.ts';
import { handOn } from '../../domain/environment/hand-on.ts';
import { Fault } from '../../domain/fault.ts';
import { observeBoot } from '../process/identity.ts';
import { limiterWords } from '../resource/limiter-words.ts';
import { renderPaneName } from '../tmux/names.ts';
import type { PaneProcess } from '../tmux/tmux.ts';
import { type AttemptFolder, attemptFolder, paneMarkOf } from './attempt-folder.ts';
import type { AttemptRef } from './attempts.ts';
import { ensureNoDrafts } from './environment-drafts.ts';
import { ensureHolding, holdingOf } from './holding.ts';
import { renderEnv, renderStart } from './launch-files.ts';
import { LAUNCHER_SCRIPT } from './launcher-script.ts';
import type { Launch } from './launches.ts';
import { saveLauncher } from './observing.ts';
import { observeShellTools } from './shell-tools.ts';
import { tokenOf } from './token.ts';
import type { AttemptWorld } from './world.ts';

const OWNER_ONLY = 0o700;
// A file of the plan must not replace one of ours.
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

export type Opening = Readonly<{ ref: AttemptRef; plan: LaunchPlan }>;

/** Prepares the folder and starts the launcher, unless the attempt is claimed already. */
export async function ensureOpen(world: AttemptWorld, opening: Opening): Promise<void> {
  const { ref, plan } = opening;
  const folder = attemptFolder(world.sessionsDir, ref);
  if (world.launches.find(ref)?.launcher || world.files.observe(folder.launcher) !== null) return;
  // Before anything is started: what is found later is known to be ours.
  world.launches.save(ref, await beginLaunch(world, opening));
  await prepareFolder(world, folder, opening);
  const argv = ['/bin/sh', ensureLauncher(world), folder.dir];
  const pane = await openPane(world, opening, argv);
  if (pane === null) return;
  await saveLauncher(world, ref, pane ?? { pid: await startDetached(world, plan, argv), server: null });
}

async function beginLaunch(world: AttemptWorld, { ref, plan }: Opening): Promise<Launch> {
  const held = await holdingOf(world, ref, plan.resources ?? null);
  return {
    boot: await observeBoot(),
    input: plan.input,
    workspace: await ownWorkspace(world, plan),
    launcher: null,
    server: null,
    isEnding: false,
    ...(held === null ? {} : { held }),
  };
}

/** A folder that others use too says nothing about who works in it. */
async function ownWorkspace({ worktreesDir }: AttemptWorld, { workDir }: LaunchPlan): Promise<string | null> {
  const [real, worktrees] = await Promise.all([realpath(workDir), realpath(worktreesDir)].map(orNull));
  return real && worktrees && real.startsWith(worktrees + sep) ? real : null;
}

const orNull = (path: Promise<string>): Promise<string | null> => path.catch(() => null);

/** The pane's process, or null when it is not known; undefined when there is no tmux. */
async function openPane(
  world: AttemptWorld,
  opening: Opening,
  argv: readonly string[],
): Promise<PaneProcess | null | undefined> {
  const { ref, plan } = opening;
  if (world.tmux === null) return undefined;
  const output = attemptFolder(world.sessionsDir, ref).output;
  try {
    return await world.tmux.ensurePane({
      name: renderPaneName(world.prefix, ref),
      mark: paneMarkOf(ref),
      argv,
      captureTo: plan.keepsScreen && world.keepsOutput ? output : null,
      keepOnExit: world.keepOnExit,
    });
  } catch (error) {
    if (error instanceof Fault && error.code === 'tmux-missing') return undefined;
    throw error;
  }
}

const needsTmux = (): Fault =>
  new Fault('tmux-missing', 'An interactive session needs tmux', {
    hint: 'Install tmux 3.2 or newer, or use --mode headless.',
  });

async function prepareFolder(world: AttemptWorld, folder: AttemptFolder, opening: Opening): Promise<void> {
  const { files } = world;
  const { ref, plan } = opening;
  const needs = plan.needs ?? [];
  const tools = observeShellTools(world.env);
  const { given } = handOn(world.env, { needs, pass: world.pass });
  const target = { workDir: plan.workDir, attempt: folder, needs, env: { ...given, ...plan.env } };
  const words = (await world.wrap?.wordsFor(target)) ?? [];
  const { held } = world.launches.find(ref) ?? {};
  if (held) ensureHolding(held);
  await world.ensureSessionsDir();
  for (const path of [folder.ask, folder.answer, folder.taken, folder.waiting, folder.heard, folder.outbox]) {
    files.ensureFolder(path);
  }
  ensureNoDrafts(files, folder.dir);
  for (const path of [folder.stdin, folder.events, folder.stderr]) files.ensureFile(path);
  if (world.keepsOutput) files.ensureFile(folder.output);
  const view = plan.input === 'terminal' || !world.keepsOutput ? null : folder.output;
  for (const [name, text] of Object.entries(plan.files)) files.write(planFile(folder, name), text);
  files.write(folder.env, renderEnv(given, plan, { dir: folder.dir, token: tokenOf(world.key(), ref) }));
  // Written last: its presence shows that a launcher may be on its way.
  const argv = [...(held ? limiterWords(held) : []), ...words, ...plan.argv];
  files.write(folder.start, renderStart({ plan: { ...plan, argv }, view, tools: await tools }));
}

function planFile(folder: AttemptFolder, name: string): string {
  const path = join(folder.dir, name);
  if (FILE_NAME.test(name) && !Object.values(folder).includes(path)) return path;
  throw new Fault('launch-impossible', `Not a name for a file of an attempt: ${JSON.stringify(name)}`);
}

const launcherName = (): string =>
  `.launcher-${createHash('sha256').update(LAUNCHER_SCRIPT).digest('hex').slice(0, 12)}.sh`;

// The name says what is in it, so that programs of two versions can work side by side.
function ensureLauncher({ sessionsDir, files }: AttemptWorld): string {
  const path = join(sessionsDir, launcherName());
  const found = files.read(path, LAUNCHER_SCRIPT.length);
  if (found?.text !== LAUNCHER_SCRIPT) files.write(path, LAUNCHER_SCRIPT, OWNER_ONLY);
  return path;
}

// Without a terminal there is no hang-up, and the launcher outlives the process that started it.
function startDetached({ env }: AttemptWorld, plan: LaunchPlan, argv: readonly string[]): Promise<number> {
  if (plan.input === 'terminal') throw needsTmux();
  const [program = '', ...args] = argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      detached: true,
      stdio: 'ignore',
      env: { PATH: env.PATH ?? '', HOME: env.HOME ?? '', TERM: 'dumb' },
    });
    child.on('error', (cause) => reject(new Fault('launch-failed', 'sh could not be started', { cause })));
    child.on('spawn', () => {
      child.unref();
      resolve(child.pid ?? 0);
    });
  });
}
