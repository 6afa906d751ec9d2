import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaunchPlan } from '../../domain/agent/agent.ts';
import { Fault } from '../../domain/fault.ts';
import { unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { writeAtomic } from '../files/write-atomic.ts';
import { renderPaneName } from '../tmux/names.ts';
import { type AttemptFolder, attemptFolder, paneMarkOf } from './attempt-folder.ts';
import type { AttemptRef } from './attempts.ts';
import { readClaim } from './claim.ts';
import { renderEnv, renderStart } from './launch-files.ts';
import { LAUNCHER_SCRIPT } from './launcher-script.ts';
import { waitForClaim } from './observing.ts';
import { observeShellTools } from './shell-tools.ts';
import type { AttemptWorld } from './world.ts';

const OWNER_ONLY = 0o700;
// A file of the plan must not replace one of ours.
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

export type Opening = Readonly<{ ref: AttemptRef; plan: LaunchPlan }>;

/** Prepares the folder and starts the launcher, unless the attempt is claimed already. */
export async function ensureOpen(world: AttemptWorld, opening: Opening): Promise<void> {
  const { ref, plan } = opening;
  const folder = attemptFolder(world.sessionsDir, ref);
  if ((await readClaim(folder.launcher)) !== undefined) return;
  await prepareFolder(world, folder, plan);
  const argv = ['/bin/sh', await ensureLauncher(world), folder.dir];
  if (await openPane(world, opening, argv)) return;
  if (plan.input === 'terminal') throw needsTmux();
  await startDetached(world, argv);
  // Nothing else shows that a launcher is on its way.
  await waitForClaim(folder);
}

/** False when there is no tmux. */
async function openPane(world: AttemptWorld, opening: Opening, argv: readonly string[]): Promise<boolean> {
  const { ref, plan } = opening;
  if (world.tmux === null) return false;
  try {
    await world.tmux.ensurePane({
      name: renderPaneName(world.prefix, ref),
      mark: paneMarkOf(ref),
      argv,
      captureTo: plan.keepsScreen && world.keepsOutput ? attemptFolder(world.sessionsDir, ref).output : null,
      keepOnExit: world.keepOnExit,
    });
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === 'tmux-missing') return false;
    throw error;
  }
}

const needsTmux = (): Fault =>
  new Fault('tmux-missing', 'An interactive session needs tmux', {
    hint: 'Install tmux 3.2 or newer, or use --mode headless.',
  });

async function prepareFolder(world: AttemptWorld, folder: AttemptFolder, plan: LaunchPlan): Promise<void> {
  const tools = observeShellTools(world.env);
  await withFileFaults(folder.dir, async () => {
    await mkdir(folder.dir, { recursive: true, mode: OWNER_ONLY });
    await Promise.all([
      ...[folder.ask, folder.answer, folder.taken, folder.waiting, folder.heard, folder.outbox].map(
        ensureFolder,
      ),
      ...[folder.stdin, folder.events, folder.stderr].map(ensureFile),
      ...(world.keepsOutput ? [ensureFile(folder.output)] : []),
    ]);
  });
  const view = plan.input === 'terminal' || !world.keepsOutput ? null : folder.output;
  await Promise.all([
    ...Object.entries(plan.files).map(([name, text]) => writeAtomic(planFile(folder, name), text)),
    writeAtomic(folder.env, renderEnv(world.env, plan, folder.dir)),
  ]);
  // Written last: its presence shows that a launcher may be on its way.
  await writeAtomic(folder.start, renderStart({ plan, view, tools: await tools }));
}

const ensureFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: OWNER_ONLY });
};

function planFile(folder: AttemptFolder, name: string): string {
  const path = join(folder.dir, name);
  if (FILE_NAME.test(name) && !Object.values(folder).includes(path)) return path;
  throw new Fault('launch-impossible', `Not a name for a file of an attempt: ${JSON.stringify(name)}`);
}

async function ensureFile(path: string): Promise<void> {
  const file = await open(path, 'a', 0o600);
  await file.close();
}

const launcherName = (): string =>
  `.launcher-${createHash('sha256').update(LAUNCHER_SCRIPT).digest('hex').slice(0, 12)}.sh`;

// The name says what is in it, so that programs of two versions can work side by side.
async function ensureLauncher({ sessionsDir }: AttemptWorld): Promise<string> {
  const path = join(sessionsDir, launcherName());
  const found = await unlessMissing(path, '', () => readFile(path, 'utf8'));
  if (found !== LAUNCHER_SCRIPT) await writeAtomic(path, LAUNCHER_SCRIPT, { mode: OWNER_ONLY });
  return path;
}

// Without a terminal there is no hang-up, and the launcher outlives the process that started it.
function startDetached({ env }: AttemptWorld, argv: readonly string[]): Promise<void> {
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
      resolve();
    });
  });
}
