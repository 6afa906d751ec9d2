// One builder at a time: two first runs at once must not install over each other.
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './tree.mjs';

const folder = join(root, 'dist.lock');
const owners = join(folder, 'owners');
const WAIT_LIMIT_MS = 5 * 60_000;
const LOOK_EVERY_MS = 50;
// Longer than a process needs between creating the folder and writing its owner into it.
const OWNER_GRACE_MS = 2_000;

/**
 * Runs `work` while no other process of this tree does; calls `onWait` once if another one is at it.
 * `work` gets a function to name a process of its own: while that one lives the lock holds, even without us.
 * A process that is killed leaves the lock behind, and the next one clears it.
 */
export async function withTreeLock(work, onWait = () => {}) {
  await acquire(onWait);
  try {
    return await work((pid) => appendFileSync(owners, `${pid}\n`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function acquire(onWait) {
  const startedAt = Date.now();
  let told = false;
  while (!tryMake(folder)) {
    clearIfAbandoned();
    if (Date.now() - startedAt > WAIT_LIMIT_MS) {
      throw new Error(`another build holds ${folder}; remove that folder if none is running`);
    }
    if (!told) onWait();
    told = true;
    await pause(LOOK_EVERY_MS);
  }
  appendFileSync(owners, `${process.pid}\n`);
}

function tryMake(path) {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

let ownerlessSince;

// Under a second lock, so that of two who see the same dead owner only one clears it, and never a fresh lock.
function clearIfAbandoned() {
  const breaker = `${folder}.breaker`;
  if (!isAbandoned() || !tryMake(breaker)) return;
  if (isAbandoned()) rmSync(folder, { recursive: true, force: true });
  rmSync(breaker, { recursive: true, force: true });
}

function isAbandoned() {
  const pids = readOwners();
  if (pids.length > 0) {
    ownerlessSince = undefined;
    return !pids.some(isAlive);
  }
  ownerlessSince ??= Date.now();
  return Date.now() - ownerlessSince > OWNER_GRACE_MS;
}

function readOwners() {
  try {
    return readFileSync(owners, 'utf8').split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
