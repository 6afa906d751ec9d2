import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** The two versions whose differences matter: the last that Node 20's npm picks, and a current one. */
export const CLAUDE_VERSIONS = ['2.1.197', '2.1.325'] as const;
export type ClaudeVersion = (typeof CLAUDE_VERSIONS)[number];

const PACKAGE = '@anthropic-ai/claude-code';
const CACHE = resolve(import.meta.dirname, '../../node_modules/.cache/swarm-tests');
const VERSION_LIMIT_MS = 20_000;
const INSTALL_LIMIT_MS = 10 * 60_000;
const ABANDONED_MS = 60 * 60_000;

/** The program of one version, installed into a cache of the tests' own unless it is there. */
export async function ensureClaude(version: ClaudeVersion): Promise<string> {
  const folder = join(CACHE, `claude-${version}`);
  if (!existsSync(folder)) await installInto(folder, version);
  const program = await findProgram(folder, version);
  if (program !== undefined) return program;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`${PACKAGE}@${version} was installed, but does not start; run the tests again`);
}

// Each installer works in a folder of its own; the rename decides, and whoever comes second throws its own
// away.
async function installInto(folder: string, version: ClaudeVersion): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  clearAbandoned();
  const staging = mkdtempSync(`${folder}.part-`);
  try {
    say(`installing ${PACKAGE}@${version} into ${CACHE} (about 300 MB) …`);
    const startedAt = Date.now();
    await runNpm(staging, `${PACKAGE}@${version}`);
    if ((await findProgram(staging, version)) === undefined) {
      throw new Error(`${PACKAGE}@${version}: npm succeeded, but no program of that version is there`);
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

// The package's own program is put in place by an install script; where those are blocked, it is a
// placeholder.
async function findProgram(folder: string, version: ClaudeVersion): Promise<string | undefined> {
  const modules = join(folder, 'node_modules');
  const vendor = join(modules, '@anthropic-ai');
  const platform = existsSync(vendor) ? readdirSync(vendor).filter((name) => name !== 'claude-code') : [];
  const programs = [join(modules, '.bin', 'claude'), ...platform.map((name) => join(vendor, name, 'claude'))];
  for (const program of programs) if (await isVersion(program, version)) return program;
  return undefined;
}

async function isVersion(program: string, version: ClaudeVersion): Promise<boolean> {
  if (!existsSync(program)) return false;
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], {
      env: { HOME: CACHE, PATH: process.env.PATH ?? '', DISABLE_AUTOUPDATER: '1' },
      timeout: VERSION_LIMIT_MS,
    });
    return stdout.startsWith(`${version} `);
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
