import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../domain/fault.ts';
import { waitInFolder } from '../files/watch.ts';
import { isAlive, observeBoot } from '../process/identity.ts';
import { observeProcess } from '../process/process-table.ts';
import { sendSignalTo } from '../process/signal.ts';
import { type AttemptFolder, attemptFolder, paneMarkOf } from './attempt-folder.ts';
import type { AttemptRef } from './attempts.ts';
import { readExit, TOMBSTONE } from './claim.ts';
import { isEnvironmentDraft } from './environment-drafts.ts';
import { ensureHoldingGone } from './holding.ts';
import type { Launch } from './launches.ts';
import { findAgentPid, type Members, observeMembers } from './members.ts';
import type { AttemptWorld } from './world.ts';

const START_MS = 1_000;
const EXIT_MS = 2_000;
// A process that forks while it is ended leaves a child for the next round. Waits double, to 1 s in all.
const MAX_ROUNDS = 10;
const KILL_FROM_ROUND = 7;
const FIRST_WAIT_MS = 1;
const MOST_WAIT_MS = 50;
// A launcher that wrote its exit needs a moment to leave, and tmux one more to notice.
const LEAVING_LOOKS = 10;

export async function ensureInputEnded(world: AttemptWorld, ref: AttemptRef): Promise<void> {
  await noteEnding(world, ref);
  const { feeder } = await observeMembers(world, ref);
  // A gentler signal would be lost on one that was forked just now, while it still has the launcher's traps.
  if (feeder) await sendSignalTo(feeder, 'SIGKILL');
}

/** INT goes to the agent alone: a tool that died of it first would be told to the model as its result. */
export async function sendInterrupt(world: AttemptWorld, ref: AttemptRef): Promise<void> {
  await noteEnding(world, ref);
  const { agents } = await observeStarted(world, ref);
  const agentPid = await findAgentPid(world, ref);
  const agent = agents.find(({ pid }) => pid === agentPid);
  if (agent) await sendSignalTo(agent, 'SIGINT');
}

/**
 * TERM goes to the agent and all that belongs to it, KILL to what the launcher runs for itself too. The
 * launcher is spared, so that it can write the exit; one that does not leave after a KILL is ended as well.
 */
export async function sendSignal(
  world: AttemptWorld,
  ref: AttemptRef,
  signal: 'TERM' | 'KILL',
): Promise<void> {
  await noteEnding(world, ref);
  const { launcher, feeder, helpers, agents } = await observeStarted(world, ref);
  const others = signal === 'KILL' ? [...(feeder ? [feeder] : []), ...helpers] : [];
  for (const row of [...agents, ...others]) await sendSignalTo(row, `SIG${signal}`);
  if (!launcher) return;
  // An agent may have stopped it.
  await sendSignalTo(launcher, 'SIGCONT');
  if (signal === 'KILL' && !(await waitForLeaving(launcher))) {
    await sendSignalTo(launcher, 'SIGKILL');
  }
}

// Between the claim and the agent's first instruction there is no process to signal yet.
async function observeStarted(world: AttemptWorld, ref: AttemptRef): Promise<Members> {
  const folder = attemptFolder(world.sessionsDir, ref);
  let members = await observeMembers(world, ref);
  await waitInFolder(folder.dir, { withinMs: START_MS }, async () => {
    const isStarting = members.launcher !== undefined && members.agents.length === 0;
    if (!isStarting || readExit(world.files, folder.exit) !== undefined) return true;
    members = await observeMembers(world, ref);
    return members.agents.length > 0;
  });
  return members;
}

export async function ensureGone(world: AttemptWorld, ref: AttemptRef): Promise<void> {
  const folder = attemptFolder(world.sessionsDir, ref);
  await noteEnding(world, ref);
  await ensureClaimed(world, ref, folder);
  await ensureAllEnded(world, ref);
  await ensureHoldingGone(world, ref);
  ensureTidy(world, folder);
  if (world.keepOnExit || !world.tmux || (await closesByItself(world, ref))) return;
  await world.tmux.ensurePaneGone(paneMarkOf(ref));
}

/**
 * Noted before anything is done, so that the end which follows is attributed to us; not when the end has come
 * already, or it would be attributed to us wrongly. The launcher looks for the file, and nothing else does.
 */
async function noteEnding({ launches, files, sessionsDir }: AttemptWorld, ref: AttemptRef): Promise<void> {
  const launch = launches.find(ref);
  if (!launch || launch.isEnding || (await hasEnded(launch))) return;
  const { dir, ending } = attemptFolder(sessionsDir, ref);
  try {
    launches.save(ref, { ...launch, isEnding: true });
    if (files.observe(dir)) files.write(ending, '');
  } catch {
    // Neither a full disk nor a folder that its agent spoilt keeps it alive.
  }
}

const hasEnded = async ({ launcher, boot }: Launch): Promise<boolean> =>
  launcher !== null && !(await isAlive({ ...launcher, boot }));

/** A launcher that is still on its way loses against this claim and starts nothing. */
async function ensureClaimed(world: AttemptWorld, ref: AttemptRef, folder: AttemptFolder): Promise<void> {
  const { launches, files } = world;
  const launch = launches.find(ref);
  if (launch?.launcher || !files.observe(folder.dir)) return;
  const isNew = files.observe(folder.launcher) === null && files.writeNew(folder.launcher, TOMBSTONE);
  if (!isNew || !launch) return;
  launches.save(ref, { ...launch, boot: await observeBoot(), launcher: { pid: 0, start: '' } });
}

async function ensureAllEnded(world: AttemptWorld, ref: AttemptRef): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await letLauncherLeave(world, ref);
    const { launcher, feeder, helpers, agents } = await observeMembers(world, ref);
    if (agents.length === 0 && launcher) await waitForLeaving(launcher);
    const left = [...agents, ...(agents.length > 0 ? [] : [launcher, feeder, ...helpers])].filter(
      (row) => !!row,
    );
    if (left.length === 0) return;
    const signal = round < KILL_FROM_ROUND ? 'SIGTERM' : 'SIGKILL';
    for (const row of left) {
      // A launcher that wrote its exit is about to leave by itself.
      if (row !== launcher || round >= KILL_FROM_ROUND) await sendSignalTo(row, signal);
    }
    await sleep(FIRST_WAIT_MS * 2 ** round);
  }
  const { dir } = attemptFolder(world.sessionsDir, ref);
  throw new Fault('process-stuck', `Processes of ${dir} do not end`, { retry: true });
}

/**
 * Seen too early, a launcher on its way out would cost another look at all processes, and a pane that tmux is
 * about to close a start of tmux.
 */
async function letLauncherLeave(world: AttemptWorld, ref: AttemptRef): Promise<void> {
  const { launcher, server } = world.launches.find(ref) ?? {};
  const { exit } = attemptFolder(world.sessionsDir, ref);
  if (!launcher || readExit(world.files, exit) === undefined) return;
  for (let look = 0; look < LEAVING_LOOKS; look += 1) {
    const row = await observeProcess(launcher.pid);
    if (row?.start !== launcher.start) return;
    if (row.isZombie && server) await sendSignalTo(server, 'SIGCHLD');
    await sleep(FIRST_WAIT_MS);
  }
}

/** True once the launcher has left. Its folder may tell nothing, so the process itself is looked at. */
async function waitForLeaving(launcher: NonNullable<Members['launcher']>): Promise<boolean> {
  const deadline = Date.now() + EXIT_MS;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MOST_WAIT_MS)) {
    const row = await observeProcess(launcher.pid);
    if (row?.start !== launcher.start || row.isZombie) return true;
    if (Date.now() >= deadline) return false;
    await sleep(waitMs);
  }
}

/**
 * tmux closes the pane of a program whose end it has noticed. It can miss one, and then keeps the dead
 * process and its pane for ever. In a terminal other programs may keep the pane open.
 */
async function closesByItself({ launches }: AttemptWorld, ref: AttemptRef): Promise<boolean> {
  const { launcher, server, input } = launches.find(ref) ?? {};
  if (!launcher || input === 'terminal' || input === null) return false;
  const row = await observeProcess(launcher.pid);
  if (row?.start !== launcher.start) return launcher.pid !== 0;
  if (row.isZombie && server) await sendSignalTo(server, 'SIGCHLD');
  return false;
}

function ensureTidy({ files }: AttemptWorld, folder: AttemptFolder): void {
  const isLeft = (path: string): boolean =>
    [folder.fifo, folder.viewFifo, folder.env].includes(path) ||
    /\/\.(claim|exit)\.\d+$/.test(path) ||
    isEnvironmentDraft(basename(path));
  for (const name of files.list(folder.dir)) {
    const path = join(folder.dir, name);
    if (isLeft(path)) files.offer((mine) => mine.remove(path));
  }
}
