import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, observeBoot } from '../process/identity.ts';
import { observeProcess, observeProcesses, type ProcessRow } from '../process/process-table.ts';
import { type AttemptFolder, attemptFolder } from './attempt-folder.ts';
import type { AttemptObservation, AttemptRef } from './attempts.ts';
import { type Exit, readExit } from './claim.ts';
import { decideObservation } from './decide-observation.ts';
import type { Launch } from './launches.ts';
import { findLauncher } from './members.ts';
import type { AttemptWorld } from './world.ts';

// A launcher that wrote its exit needs a moment to leave.
const LEAVING_LOOKS = 100;
const LEAVING_WAIT_MS = 2;
/** A launcher that lives so long after "its" exit did not write it. */
const LEAVING_MS = 2_000;

export async function observeAttempt(world: AttemptWorld, ref: AttemptRef): Promise<AttemptObservation> {
  const folder = attemptFolder(world.sessionsDir, ref);
  const launch = await findLaunch(world, ref);
  if (launch?.launcher) return decideObservation(await gatherFacts(world, folder, launch));
  // No launcher is known. One that has claimed, and is not there, is over.
  if (world.files.observe(folder.launcher) === null) return { is: 'absent' };
  return decideObservation(await gatherFacts(world, folder, launch ?? (await unknownLaunch())));
}

/**
 * What is known of the launch. One whose launcher was started just before a supervisor died is completed: the
 * launcher is found by its pane or its command line.
 */
async function findLaunch(world: AttemptWorld, ref: AttemptRef): Promise<Launch | undefined> {
  const launch = world.launches.find(ref);
  if (launch?.launcher) return launch;
  const { dir, start } = attemptFolder(world.sessionsDir, ref);
  // The start file is written before a launcher is started: without either, none is on its way.
  if (launch === undefined && !world.files.hasFile(start)) return undefined;
  const found = await findLauncher(await observeProcesses(), dir);
  return found ? adopt(world, ref, found) : launch;
}

const unknownLaunch = async (): Promise<Launch> => ({
  boot: await observeBoot(),
  input: null,
  workspace: null,
  launcher: null,
  server: null,
  isEnding: false,
});

/** A launcher whose pane, if it has one, is found by its parent. */
async function adopt(world: AttemptWorld, ref: AttemptRef, row: ProcessRow): Promise<Launch> {
  const seen = await world.tmux?.observe();
  const server = seen?.is === 'serving' && seen.pid === row.parent ? seen.pid : null;
  return saveLauncher(world, ref, { pid: row.pid, server });
}

/** Notes the identity of a launcher, and of the tmux server that holds its pane. */
export async function saveLauncher(
  { launches }: Pick<AttemptWorld, 'launches'>,
  ref: AttemptRef,
  { pid, server }: Readonly<{ pid: number; server: number | null }>,
): Promise<Launch> {
  const launch = {
    ...(launches.find(ref) ?? (await unknownLaunch())),
    launcher: await identityOf(pid),
    server: server === null ? null : await identityOf(server),
  };
  launches.save(ref, launch);
  return launch;
}

// One that has ended already began at no time that another could begin at.
const identityOf = async (pid: number): Promise<NonNullable<Launch['launcher']>> => ({
  pid,
  start: (await observeProcess(pid))?.start ?? '',
});

async function gatherFacts(
  { tmux, files }: AttemptWorld,
  folder: AttemptFolder,
  launch: Launch,
): Promise<Parameters<typeof decideObservation>[0]> {
  const { launcher, boot, input, isEnding } = launch;
  const isLauncherAlive = launcher !== null && (await isStillAlive(files, folder, { ...launcher, boot }));
  // Read after the look at the launcher, which writes it last.
  const exit = isLauncherAlive ? undefined : readExit(files, folder.exit);
  return {
    pid: launcher?.pid ?? null,
    input,
    exit,
    isLauncherAlive,
    isSameBoot: boot === (await observeBoot()),
    isServerAlive: isLauncherAlive ? null : await isServerAlive(tmux, launch, exit),
    isEndingAsked: isEnding,
  };
}

/** Gives a launcher that has just written its exit the moment that it needs to leave. */
async function isStillAlive(
  files: AttemptWorld['files'],
  folder: AttemptFolder,
  launcher: Parameters<typeof isAlive>[0],
): Promise<boolean> {
  for (let look = 0; look < LEAVING_LOOKS; look += 1) {
    if (!(await isAlive(launcher))) return false;
    const exit = files.observe(folder.exit);
    if (exit === null || Date.now() - exit.ctimeMs > LEAVING_MS) return true;
    await sleep(LEAVING_WAIT_MS);
  }
  return true;
}

/**
 * Asks the server itself when a pane was hung up: one that is going down hangs up its panes first, and is
 * still there for a moment.
 */
async function isServerAlive(
  tmux: AttemptWorld['tmux'],
  { launcher, server, boot, input }: Launch,
  exit: Exit | undefined,
): Promise<boolean | null> {
  // We began it, and died before we knew in what.
  const isUnknown = launcher === null && input !== null;
  if (isUnknown) return (await tmux?.observe())?.is === 'no-server' ? false : null;
  if (server === null) return null;
  if (!(await isAlive({ ...server, boot }))) return false;
  if (tmux === null || exit?.hup === false) return true;
  const seen = await tmux.observe();
  return seen.is === 'serving' && seen.pid === server.pid;
}
