// Where the bench happens: a folder of its own, with its own HOME, sockets, tmux servers and git projects.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dist } from '../tree.mjs';
import { endProcessesOf } from './processes.mjs';

const COMMAND_LIMIT_MS = 60_000;
export const SWARM = join(dist, 'swarm.cjs');

/**
 * Nothing of the caller's environment but the PATH reaches a contestant: NODE_EXTRA_CA_CERTS alone trebles
 * Node's start.
 */
export function makePlace() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-bench-')));
  for (const name of ['home', 'run']) mkdirSync(join(base, name), { mode: 0o700 });
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: join(base, 'home'),
    LANG: 'C.UTF-8',
    SWARM_RUNTIME_DIR: join(base, 'run'),
    TMUX_TMPDIR: base,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  return { base, env };
}

export async function clearPlace(place) {
  await endSupervisors(place);
  endTmuxServers(place);
  await endProcessesOf(place.base);
  rmSync(place.base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

async function endSupervisors({ base, env }) {
  for (const name of readdirSync(base)) {
    const root = join(base, name);
    if (!existsSync(join(root, '.swarm'))) continue;
    spawnSync(process.execPath, [SWARM, 'supervisor', 'stop'], { cwd: root, env, timeout: COMMAND_LIMIT_MS });
  }
}

function endTmuxServers({ base, env }) {
  const folders = readdirSync(base).filter((name) => name.startsWith('tmux-'));
  for (const folder of folders) {
    for (const name of readdirSync(join(base, folder))) {
      spawnSync('tmux', ['-L', name, 'kill-server'], { env, timeout: COMMAND_LIMIT_MS });
    }
  }
}

/** A git repository with Swarm in it. Should the bench be killed, its supervisor ends by itself. */
export function makeProject({ base, env }, name, config = {}) {
  const root = join(base, name);
  mkdirSync(root);
  const settled = { supervisor: { idleStop: '5m' }, ...config };
  writeFileSync(join(root, 'swarm.config.json'), JSON.stringify(settled));
  writeFileSync(join(root, 'task.md'), 'Do what you do.\n');
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: root, env });
  execFileSync(process.execPath, [SWARM, 'trust', '--yes'], { cwd: root, env, stdio: 'ignore' });
  return { root, env };
}

/** An agent that is the given program. */
export function addPersona({ root }, name, argv) {
  const folder = join(root, 'agents', name);
  mkdirSync(folder, { recursive: true });
  const matter = [`name: ${name}`, 'description: Part of the bench', 'cli: command'];
  const text = ['---', ...matter, `command: ${JSON.stringify(argv)}`, 'timeout: 1h', '---', ''].join('\n');
  writeFileSync(join(folder, `${name}-agent.md`), text);
}

/** Runs `swarm` in the project to its end; what it printed. Throws when it fails. */
export function swarm(project, ...words) {
  return runSwarm(project, words).ended;
}

/** The same with the time of its end: `ended` follows the exit at once. */
export function runSwarm({ root, env }, words) {
  const child = spawn(process.execPath, [SWARM, ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: COMMAND_LIMIT_MS,
  });
  let said = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const exitedAt = new Promise((resolve) => child.once('exit', () => resolve(Date.now())));
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(said);
      else reject(new Error(`swarm ${words.join(' ')} ended with ${code}: ${complaint}${said}`));
    });
  });
  return { exitedAt, ended };
}

export const createSession = async (project, persona) =>
  (await swarm(project, 'create', persona, 'task.md', '--quiet')).trim();
