// Programs of the npm registry, each at one version, in a cache that clones and runs share.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { labelOf } from './agent-programs.mjs';
import { cacheFolders, findWritable, isOwn, isWritable } from './program-cache.mjs';

// A program that is slow on a busy machine is not broken, and must not be thrown away.
const VERSION_LIMIT_MS = 120_000;
const INSTALL_LIMIT_MS = 10 * 60_000;
const ABANDONED_MS = 60 * 60_000;

const say = (text) => process.stderr.write(`test: ${text}\n`);
const specOf = (wanted) => `${wanted.package}@${wanted.version}`;
const folderOf = (cache, { name, version }) => join(cache, `${name}-${version}`);

/** Whether a cache holds it. Only whole installations have this name. */
export const isCached = (wanted, folders = cacheFolders(process.env)) =>
  findCached(wanted, folders) !== undefined;

const findCached = (wanted, folders) =>
  folders
    .filter(isOwn)
    .map((cache) => folderOf(cache, wanted))
    .find((folder) => existsSync(folder));

/**
 * Finds each program, or installs it. One that cannot be had is a line in `missing`, by its label; the others
 * are there all the same. What `missing` names from an earlier try is not tried again.
 */
export async function ensurePrograms(wanted, { missing: known = {} } = {}) {
  const programs = {};
  const missing = {};
  for (const one of wanted) {
    const label = labelOf(one);
    try {
      if (known[label] !== undefined) throw new Error(known[label]);
      programs[label] = await ensureProgram(one);
    } catch (error) {
      missing[label] = error.message;
    }
  }
  return { programs, missing };
}

/** The path of the program, installed unless it is there. */
export async function ensureProgram(wanted, { folders = cacheFolders(process.env), npm = runNpm } = {}) {
  const cached = findCached(wanted, folders);
  if (cached !== undefined) {
    const program = await findProgram(cached, wanted);
    if (program !== undefined) return program;
    setAside(cached);
  }
  const cache = findWritable(folders);
  if (cache === undefined)
    throw new Error(`no folder to keep it in can be written to: ${folders.join(', ')}`);
  return installInto(folderOf(cache, wanted), wanted, npm);
}

// Another run may be using it: renamed, it stays until it is abandoned.
function setAside(folder) {
  try {
    renameSync(folder, mkdtempSync(`${folder}.part-`));
  } catch (error) {
    if (existsSync(folder)) throw error;
  }
}

// Each installer works in a folder of its own; the rename decides, and the second one throws its own away.
async function installInto(folder, wanted, npm) {
  const cache = dirname(folder);
  clearAbandoned(cache);
  const staging = mkdtempSync(`${folder}.part-`);
  try {
    say(`installing ${specOf(wanted)} into ${cache} (about ${wanted.sizeMb} MB) …`);
    await npm(staging, specOf(wanted));
    if ((await findProgram(staging, wanted)) === undefined) {
      throw new Error(`npm installed ${specOf(wanted)}, but no program of that version starts`);
    }
    moveInto(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  return findProgram(folder, wanted);
}

function moveInto(staging, folder) {
  try {
    renameSync(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

async function runNpm(folder, spec) {
  const words = ['install', '--prefix', folder, spec, '--no-audit', '--no-fund', '--no-package-lock'];
  const quiet = ['--no-update-notifier', '--loglevel=error', '--engine-strict=false'];
  const npm = spawn('npm', [...words, ...quiet], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    timeout: INSTALL_LIMIT_MS,
    env: { ...process.env, ...npmCache(folder) },
  });
  const [status] = await once(npm, 'close');
  if (status !== 0) throw new Error(`npm could not fetch ${spec}; its message is above`);
}

// Without a home that can be written to, npm needs another folder for what it downloads.
function npmCache(folder) {
  const isUsable = process.env.npm_config_cache !== undefined || isWritable(process.env.HOME ?? '');
  return isUsable ? {} : { npm_config_cache: join(folder, '.npm') };
}

async function findProgram(folder, { paths, version }) {
  for (const program of paths(join(folder, 'node_modules'))) {
    if (await isVersion(program, version)) return program;
  }
  return undefined;
}

async function isVersion(program, version) {
  if (!existsSync(program)) return false;
  const home = mkdtempSync(join(tmpdir(), 'swarm-version-'));
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], {
      env: { HOME: home, PATH: process.env.PATH ?? '', DISABLE_AUTOUPDATER: '1' },
      timeout: VERSION_LIMIT_MS,
    });
    return stdout.split(/\s+/).includes(version);
  } catch {
    return false;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function clearAbandoned(cache) {
  for (const name of readdirSync(cache).filter((one) => one.includes('.part-'))) {
    const path = join(cache, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    const isOld = stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_MS;
    if (isOld) rmSync(path, { recursive: true, force: true });
  }
}
