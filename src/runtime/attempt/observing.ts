import { accessSync } from 'node:fs';
import { unlessMissing } from '../files/file-fault.ts';
import { waitInFolder } from '../files/watch.ts';
import { isAlive, observeBoot } from '../process/identity.ts';
import { type AttemptFolder, attemptFolder, paneMarkOf } from './attempt-folder.ts';
import type { AttemptRef, AttemptSight } from './attempts.ts';
import { type Claim, type Exit, readClaim, readExit, TOMBSTONE } from './claim.ts';
import { decideSight } from './sight.ts';
import type { AttemptWorld } from './world.ts';

// From the start of a pane to its claim there are a few milliseconds; a machine under load may need seconds.
const CLAIM_MS = 5_000;
// A claim without hard links is a file that is empty for an instant.
const WHOLE_MS = 500;

export async function observeAttempt(world: AttemptWorld, ref: AttemptRef): Promise<AttemptSight> {
  const folder = attemptFolder(world.sessionsDir, ref);
  const claim = (await readWholeClaim(folder)) ?? (await awaitClaim(world, ref, folder));
  if (claim === undefined) return { is: 'absent' };
  return decideSight(await gatherFacts(world, folder, claim));
}

/** The claim, when there is one; undefined while no launcher has claimed the attempt. */
export async function readWholeClaim(folder: AttemptFolder): Promise<Claim | 'broken' | undefined> {
  const claim = await readClaim(folder.launcher);
  if (claim !== 'broken') return claim;
  await waitInFolder(folder.dir, { withinMs: WHOLE_MS }, async () => {
    return (await readClaim(folder.launcher)) !== 'broken';
  });
  return readClaim(folder.launcher);
}

// A pane that was just opened has not claimed yet. To call it absent would be wrong a moment later.
async function awaitClaim(
  { tmux }: AttemptWorld,
  ref: AttemptRef,
  folder: AttemptFolder,
): Promise<Claim | 'broken' | undefined> {
  // The start file is written before the pane is opened: without it, no launcher is on its way.
  if (!(await exists(folder.start))) return undefined;
  const mark = paneMarkOf(ref);
  const hasPane = async () => {
    const seen = tmux ? await tmux.observe() : undefined;
    return seen?.is === 'serving' && seen.panes.some((pane) => pane.mark === mark && !pane.isDead);
  };
  if (await hasPane()) await waitForClaim(folder);
  // The pane may have claimed and ended between our two looks.
  return readWholeClaim(folder);
}

/** Gives a launcher that is on its way the time to claim; false when it did not. */
export function waitForClaim(folder: AttemptFolder): Promise<boolean> {
  return waitInFolder(folder.dir, { withinMs: CLAIM_MS }, async () => {
    return (await readClaim(folder.launcher)) !== undefined;
  });
}

async function gatherFacts(
  { tmux }: AttemptWorld,
  folder: AttemptFolder,
  claim: Claim | 'broken',
): Promise<Parameters<typeof decideSight>[0]> {
  const owner = claim === 'broken' ? TOMBSTONE : claim;
  const before = await readExit(folder.exit);
  const isLauncherAlive = before === undefined && (await isAlive(owner));
  // It may have written its exit between our two looks.
  const exit = before ?? (isLauncherAlive ? undefined : await readExit(folder.exit));
  const isSameBoot = owner.boot === '' || owner.boot === (await observeBoot());
  return {
    claim,
    exit,
    isLauncherAlive,
    isSameBoot,
    isServerAlive: isLauncherAlive ? null : await isServerAlive(tmux, owner, exit),
    isEndingAsked: !isLauncherAlive && (await exists(folder.ending)),
  };
}

/**
 * Asks the server itself when a pane was hung up: one that is going down hangs up its panes first, and is
 * still there for a moment.
 */
async function isServerAlive(
  tmux: AttemptWorld['tmux'],
  { server, boot }: Claim,
  exit: Exit | undefined,
): Promise<boolean | null> {
  if (server === null) return null;
  if (!(await isAlive({ ...server, boot }))) return false;
  if (tmux === null || exit?.hup === false) return true;
  const seen = await tmux.observe();
  return seen.is === 'serving' && seen.pid === server.pid;
}

// The sync call is faster than the thread pool.
const exists = (path: string): Promise<boolean> =>
  unlessMissing(path, false, async () => {
    accessSync(path);
    return true;
  });
