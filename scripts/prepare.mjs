// Makes the tree ready to run: dependencies installed, bundles built. Quick and silent when it already is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { withTreeLock } from './lock.mjs';
import { dist, isBuilt, isInstalled, root } from './tree.mjs';

const say = (text) => process.stderr.write(`swarm: ${text}\n`);

/**
 * Installs what package-lock.json names. What npm prints goes to stderr: stdout belongs to the command.
 * `onStart` is told npm's process id.
 */
export async function install(folder = root, onStart = () => {}) {
  const words = [
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
  ];
  const npm = spawn('npm', words, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (npm.pid) onStart(npm.pid);
  const [status] = await once(npm, 'close').catch((error) => {
    const isAbsent = error.code === 'ENOENT';
    throw isAbsent ? new Error('npm is needed to install dependencies; it comes with Node.js') : error;
  });
  if (status !== 0) throw new Error(`"npm ${words.join(' ')}" failed in ${folder}; its message is above`);
}

/** Installs dependencies unless they are there. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  assertWritable();
  await withTreeLock(async (keepFor) => {
    if (isInstalled()) return;
    say('installing dependencies …');
    await install(root, keepFor);
  }, sayWaiting);
}

/** Installs and builds unless both are done. */
export async function ensureReady() {
  if (isInstalled() && isBuilt()) return;
  assertWritable();
  await withTreeLock(installAndBuild, sayWaiting);
}

async function installAndBuild(keepFor) {
  const startedAt = Date.now();
  const isFirst = !isInstalled();
  if (isFirst) {
    say('first run: installing dependencies …');
    await install(root, keepFor);
  }
  if (isBuilt()) return;
  if (isFirst) say('building …');
  // Imported late: esbuild may have been installed only now.
  const { build } = await import('./build.mjs');
  await build();
  if (isFirst) say(`ready in ${Math.round((Date.now() - startedAt) / 1000)} s`);
}

const sayWaiting = () => say('waiting for another process that is preparing this tree …');

function assertWritable() {
  for (const folder of [root, dist, join(root, 'node_modules')].filter((path) => existsSync(path))) {
    try {
      accessSync(folder, constants.W_OK);
    } catch {
      throw new Error(`must install and build, but cannot write to ${folder}; run it once as its owner`);
    }
  }
}

if (process.argv[1] && import.meta.filename === realpathSync(process.argv[1])) {
  try {
    await ensureReady();
  } catch (error) {
    say(error.message);
    process.exitCode = 2;
  }
}
