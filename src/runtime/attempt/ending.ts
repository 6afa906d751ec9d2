import { accessSync, readdirSync, unlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../domain/fault.ts';
import { errnoOf, unlessMissing, withFileFaults } from '../files/file-fault.ts';
import { waitInFolder } from '../files/watch.ts';
import { isAlive } from '../process/identity.ts';
import { observeProcess } from '../process/process-table.ts';
import { sendSignalTo } from '../process/signal.ts';
import { type AttemptFolder, attemptFolder, paneMarkOf } from './attempt-folder.ts';
import type { AttemptRef } from './attempts.ts';
import { readClaim, readExit, TOMBSTONE } from './claim.ts';
import { type Members, observeMembers } from './members.ts';
import type { AttemptWorld } from './world.ts';

const START_MS = 1_000;
const EXIT_MS = 2_000;
// A process that forks while it is ended leaves a child for the next round. Waits double, to 1 s in all.
const MAX_ROUNDS = 10;
const KILL_FROM_ROUND = 7;
const FIRST_WAIT_MS = 1;
// A launcher that wrote its exit needs a moment to leave, and tmux one more to notice.
const LEAVING_LOOKS = 10;

export async function ensureInputEnded(world: AttemptWorld, ref: AttemptRef): Promise<void> {
  const folder = attemptFolder(world.sessionsDir, ref);
  if (!(await noteEnding(folder))) return;
  const { feeder } = await observeMembers(folder);
  // A gentler signal would be lost on one that was forked just now, while it still has the launcher's traps.
  if (feeder) await sendSignalTo(feeder, 'SIGKILL');
}

/** The launcher is spared, so that it can write the exit. */
export async function sendSignal(
  world: AttemptWorld,
  ref: AttemptRef,
  signal: 'TERM' | 'KILL',
): Promise<void> {
  const folder = attemptFolder(world.sessionsDir, ref);
  if (!(await noteEnding(folder))) return;
  for (const row of (await observeStarted(folder)).agents) await sendSignalTo(row, `SIG${signal}`);
}

// Between the claim and the agent's first instruction there is no process to signal yet.
async function observeStarted(folder: AttemptFolder): Promise<Members> {
  let members = await observeMembers(folder);
  await waitInFolder(folder.dir, { withinMs: START_MS }, async () => {
    const isStarting = members.launcher !== undefined && members.agents.length === 0;
    if (!isStarting || (await readExit(folder.exit)) !== undefined) return true;
    members = await observeMembers(folder);
    return members.agents.length > 0;
  });
  return members;
}

export async function ensureGone(world: AttemptWorld, ref: AttemptRef): Promise<void> {
  const folder = attemptFolder(world.sessionsDir, ref);
  const isThere = await noteEnding(folder);
  if (isThere) {
    await ensureClaimed(folder);
    await ensureAllEnded(folder);
    await ensureTidy(folder);
  }
  if (world.keepOnExit || !world.tmux || (isThere && (await closesByItself(folder)))) return;
  await world.tmux.ensurePaneGone(paneMarkOf(ref));
}

/**
 * Written before anything is done, so that the end which follows is attributed to us; not when the end has
 * come already, or it would be attributed to us wrongly. False when there is no folder.
 */
const noteEnding = (folder: AttemptFolder): Promise<boolean> =>
  unlessMissing(folder.dir, false, async () => {
    accessSync(folder.dir);
    if (!(await hasEnded(folder))) await writeFile(folder.ending, '', { mode: 0o600 });
    return true;
  });

async function hasEnded(folder: AttemptFolder): Promise<boolean> {
  if ((await readExit(folder.exit)) !== undefined) return true;
  const claim = await readClaim(folder.launcher);
  return claim !== undefined && (claim === 'broken' || !(await isAlive(claim)));
}

/** A launcher that is still on its way loses against this claim and starts nothing. */
async function ensureClaimed(folder: AttemptFolder): Promise<void> {
  if ((await readClaim(folder.launcher)) !== undefined) return;
  await withFileFaults(folder.launcher, async () => {
    try {
      await writeFile(folder.launcher, JSON.stringify(TOMBSTONE), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
  });
}

async function ensureAllEnded(folder: AttemptFolder): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    await letLauncherLeave(folder);
    const { launcher, feeder, helpers, agents } = await observeMembers(folder);
    if (agents.length === 0 && launcher) await waitForExit(folder);
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
  throw new Fault('process-stuck', `Processes of ${folder.dir} do not end`, { retry: true });
}

/**
 * Seen too early, a launcher on its way out would cost another look at all processes, and a pane that tmux is
 * about to close a start of tmux.
 */
async function letLauncherLeave(folder: AttemptFolder): Promise<void> {
  const claim = await readClaim(folder.launcher);
  if (!claim || claim === 'broken' || (await readExit(folder.exit)) === undefined) return;
  for (let look = 0; look < LEAVING_LOOKS; look += 1) {
    const row = await observeProcess(claim.pid);
    if (row?.start !== claim.start) return;
    if (row.isZombie && claim.server) await sendSignalTo(claim.server, 'SIGCHLD');
    await sleep(FIRST_WAIT_MS);
  }
}

const waitForExit = (folder: AttemptFolder): Promise<boolean> =>
  waitInFolder(folder.dir, { withinMs: EXIT_MS }, async () => (await readExit(folder.exit)) !== undefined);

/**
 * tmux closes the pane of a program whose end it has noticed. It can miss one, and then keeps the dead
 * process and its pane for ever. In a terminal other programs may keep the pane open.
 */
async function closesByItself(folder: AttemptFolder): Promise<boolean> {
  const claim = await readClaim(folder.launcher);
  if (!claim || claim === 'broken' || claim.input === 'terminal') return false;
  const row = await observeProcess(claim.pid);
  if (row?.start !== claim.start) return claim.pid !== 0;
  if (row.isZombie && claim.server) await sendSignalTo(claim.server, 'SIGCHLD');
  return false;
}

// `swarm wait` may be waiting for this end: the sync call is faster than the thread pool on a busy machine.
async function ensureTidy(folder: AttemptFolder): Promise<void> {
  const isLeft = (path: string): boolean =>
    path === folder.fifo || path === folder.env || /\/\.(claim|exit)\.\d+$/.test(path);
  await withFileFaults(folder.dir, async () => {
    const paths = readdirSync(folder.dir).map((name) => join(folder.dir, name));
    for (const path of paths.filter(isLeft)) {
      await unlessMissing(path, undefined, async () => unlinkSync(path));
    }
  });
}
