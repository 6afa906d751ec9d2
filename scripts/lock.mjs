// One builder at a time: two first runs at once must not install over each other.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from './tree.mjs';

const folder = join(root, 'dist.lock');
const WAIT_LIMIT_MS = 5 * 60_000;
const LOOK_EVERY_MS = 50;
// Longer than anybody needs between making the folder and writing the owner into it.
const OWNER_GRACE_MS = 2_000;

/** Runs `work` while no other process of this tree does; `onWait` is told once if somebody else is at it. */
export async function withTreeLock(work, onWait = () => {}) {
  await take(onWait);
  const release = () => rmSync(folder, { recursive: true, force: true });
  const interrupted = (signal) => {
    release();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await work();
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    release();
  }
}

async function take(onWait) {
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
  writeFileSync(join(folder, 'owner'), String(process.pid));
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
  const owner = readOwner();
  if (owner) {
    ownerlessSince = undefined;
    return !isAlive(owner);
  }
  ownerlessSince ??= Date.now();
  return Date.now() - ownerlessSince > OWNER_GRACE_MS;
}

function readOwner() {
  try {
    return Number(readFileSync(join(folder, 'owner'), 'utf8'));
  } catch {
    return undefined;
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
