import { access, readdir, rm, writeFile } from 'node:fs/promises';
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
// tmux needs a moment to collect a program that has just ended; to ask it takes a program and longer.
const COLLECTED_LOOKS = 10;

export async function ensureInputEnded(world: AttemptWorld, ref: AttemptRef): Promise<void> {
  const folder = attemptFolder(world.sessionsDir, ref);
  if (!(await noteEnding(folder))) return;
  const { feeder } = await observeMembers(folder);
  // A gentler signal would be lost on one that was forked just now, while it still has the launcher's traps.
  if (feeder) await sendSignalTo(feeder, 'SIGKILL');
}

/** The launcher is left alone, so that it can write the exit. */
export async function sendSignal(
  world: AttemptWorld,
  ref: AttemptRef,
  signal: 'TERM' | 'KILL',
): Promise<void> {
  const folder = attemptFolder(world.sessionsDir, ref);
  if (!(await noteEnding(folder))) return;
  for (const row of (await observeStarted(folder)).agents) await sendSignalTo(row, `SIG${signal}`);
}

// Between the claim and the agent's first instruction there is nobody to signal yet.
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
 * Left before anything is done, so that the end which follows is known as ours; not when it has come already,
 * or a later look would take somebody else's doing for ours. False when there is no folder.
 */
const noteEnding = (folder: AttemptFolder): Promise<boolean> =>
  unlessMissing(folder.dir, false, async () => {
    await access(folder.dir);
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

const waitForExit = (folder: AttemptFolder): Promise<boolean> =>
  waitInFolder(folder.dir, { withinMs: EXIT_MS }, async () => (await readExit(folder.exit)) !== undefined);

/**
 * tmux closes the pane of a program whose end it has noticed. It can miss one, and then keeps the dead
 * process and its pane for ever. In a terminal others may hold the pane open.
 */
async function closesByItself(folder: AttemptFolder): Promise<boolean> {
  const claim = await readClaim(folder.launcher);
  if (!claim || claim === 'broken' || claim.input === 'terminal' || claim.pid === 0) return false;
  for (let look = 0; look < COLLECTED_LOOKS; look += 1) {
    const row = await observeProcess(claim.pid);
    if (row?.start !== claim.start) return true;
    if (row.isZombie && claim.server) await sendSignalTo(claim.server, 'SIGCHLD');
    await sleep(FIRST_WAIT_MS);
  }
  return false;
}

async function ensureTidy(folder: AttemptFolder): Promise<void> {
  await withFileFaults(folder.dir, async () => {
    const claims = (await readdir(folder.dir)).filter((name) => /^(claim|exit)\.\d+$/.test(name));
    const left = [folder.fifo, folder.env, ...claims.map((name) => join(folder.dir, name))];
    await Promise.all(left.map((path) => rm(path, { force: true })));
  });
}
