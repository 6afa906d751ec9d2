// The real Claude Code with a screen, seen from outside: how it is got, started by hand, and heard.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning } from './processes.mjs';
import { bundleProgram } from './program.mjs';
import { waitUntil } from './stamp.mjs';

// It may have to be installed first.
const STAGE_LIMIT_MS = 3 * 60_000;
const LIMIT_MS = 30_000;
const TMUX = ['-L', 'bare', '-f', '/dev/null'];
const SIZE = ['-x', '200', '-y', '50'];

/** Gets the program for this folder, and a stand-in for its API that stays until the place is cleared. */
export async function openStage(place, folder) {
  const { file } = await bundleProgram(place, 'claude-stage.mjs');
  const child = spawn(process.execPath, [file, place.env.HOME, folder], {
    // An installation needs what the caller's own npm needs. By our variable it is found when all is cleared.
    env: { ...process.env, SWARM_BENCH_PLACE: place.base },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return JSON.parse(await firstLineOf(child));
}

function firstLineOf(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why) => reject(new Error(`no Claude Code to measure with: ${why}`));
    const limit = setTimeout(() => fail(`none after ${STAGE_LIMIT_MS / 1000} s`), STAGE_LIMIT_MS);
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('\n')) resolve(said);
    });
    child.once('error', (error) => fail(error.message));
    child.once('close', () => {
      clearTimeout(limit);
      fail('it could not be installed, see above');
    });
  });
}

/** A warm tmux server for the bench alone; agents are started in it without Swarm. */
export function openBareTmux({ root, env }) {
  const tmux = (...words) => {
    const { status, stdout, stderr } = spawnSync('tmux', [...TMUX, ...words], {
      cwd: root,
      env,
      encoding: 'utf8',
      timeout: LIMIT_MS,
    });
    if (status !== 0) throw new Error(`tmux ${words.join(' ')} ended with ${status}: ${stderr}`);
    return stdout.trim();
  };
  tmux('new-session', '-d', '-s', 'keep', '--', 'sleep', '900');
  return tmux;
}

/** Starts the program in a pane, with hooks that write into the folder. */
export function startBare(tmux, { folder, hookSettings, prompt }) {
  mkdirSync(folder);
  const settings = join(folder, 'settings.json');
  writeFileSync(settings, hookSettings);
  const program = ['claude', `--settings=${settings}`, '--permission-mode=acceptEdits', '--', prompt];
  const words = ['-d', '-P', '-F', '#{pane_id} #{pane_pid}', '-e', `SWARM_ATTEMPT_DIR=${folder}`];
  const [id, pid] = tmux('new-session', ...words, ...SIZE, '--', ...program).split(' ');
  return { id, pid: Number(pid), folder };
}

export async function endBare(tmux, { id, pid }) {
  tmux('kill-pane', '-t', id);
  await waitUntil(`${pid} has ended`, () => !isRunning(pid), LIMIT_MS);
}

/** Pastes the words, and presses Enter as soon as they stand on the screen. */
export async function typeByHand(tmux, { id }, words) {
  tmux('set-buffer', '-b', 'words', words);
  tmux('paste-buffer', '-p', '-d', '-b', 'words', '-t', id);
  const isShown = () => tmux('capture-pane', '-p', '-t', id).includes(words);
  await waitUntil(`"${words}" stands on the screen`, isShown, LIMIT_MS);
  tmux('send-keys', '-t', id, 'Enter');
}

/** When the hook of this event has written its n-th line into the folder. */
export async function hookLineAt(folder, event, nth = 1) {
  const isThere = () => countHookLines(folder, event) >= nth;
  await waitUntil(`${event} was told ${nth} times`, isThere, LIMIT_MS);
  return Date.now();
}

function countHookLines(folder, event) {
  const file = join(folder, 'events.jsonl');
  if (!existsSync(file)) return 0;
  return readFileSync(file, 'utf8').split(`"hook_event_name":"${event}"`).length - 1;
}
