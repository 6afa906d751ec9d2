// Looking at processes from outside, and ending those that the bench left.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const END_ROUNDS = 50;
const END_PAUSE_MS = 100;
// The unit of times in /proc, the same on every Linux that Node runs on.
const TICK_MS = 10;
const hasProc = existsSync('/proc/self/stat');

const ps = (pid, column) =>
  execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();

/** Memory that the process holds now. */
export const residentMb = (pid) => Number(ps(pid, 'rss')) / 1024;

/** Processor time that the process has used since it began. */
export function processorMs(pid) {
  if (hasProc) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }
  const [seconds = 0, minutes = 0, hours = 0] = ps(pid, 'time').split(':').reverse().map(Number);
  return 1000 * (seconds + 60 * (minutes + 60 * hours));
}

/** How long a program takes from its start to its end, measured by a process that only waits. */
export function timeRun(argv, { cwd, env }) {
  const [program, ...words] = argv;
  const startedAt = process.hrtime.bigint();
  const { status, error } = spawnSync(program, words, { cwd, env, stdio: 'ignore' });
  const ms = Number(process.hrtime.bigint() - startedAt) / 1e6;
  if (status !== 0) throw error ?? new Error(`${argv.join(' ')} ended with ${status}`);
  return ms;
}

export function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

/**
 * Ends every process that names the folder in its arguments or its environment, and waits until none is left.
 */
export async function endProcessesOf(folder) {
  for (let round = 0; round < END_ROUNDS; round += 1) {
    const pids = listProcessesOf(folder);
    if (pids.length === 0) return;
    for (const pid of pids) end(pid);
    await pause(END_PAUSE_MS);
  }
  throw new Error(`processes that use ${folder} do not end: ${listProcessesOf(folder).join(' ')}`);
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function listProcessesOf(folder) {
  const found = hasProc ? listInProc(folder) : listByPs(folder);
  return found.filter((pid) => pid !== process.pid);
}

function listInProc(folder) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      ['cmdline', 'environ'].some((file) => readOrNothing(`/proc/${pid}/${file}`).includes(folder)),
    )
    .map(Number);
}

function listByPs(folder) {
  return execFileSync('ps', ['-axEo', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder))
    .map((line) => Number.parseInt(line, 10));
}

// It may have ended since it was listed.
function readOrNothing(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
