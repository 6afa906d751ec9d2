import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { exec } from './exec.ts';

/** One process as the system shows it. `start` tells it from a later process with the same number. */
export type ProcessRow = Readonly<{
  pid: number;
  parent: number;
  group: number;
  /** 0 where the system does not tell. */
  session: number;
  /** Its terminal; empty when it has none. */
  tty: string;
  start: string;
  /** A zombie: ended, and not yet reaped by its parent. */
  isZombie: boolean;
}>;

// A time zone or a language of the caller must not change how a start time is written.
const PS_ENV = { PATH: '/bin:/usr/bin:/sbin:/usr/sbin', LC_ALL: 'C', TZ: 'UTC' };
// Longer than any such line: a name of 64 bytes and some fifty numbers.
const STAT = Buffer.alloc(4096);
const hasProc = process.platform === 'linux';

let nextLook: Promise<readonly ProcessRow[]> | null = null;

/**
 * Every process of the machine, in one pass. All who ask before it begins share it: hundreds of agents may
 * end at once, and none of them gets a look that is older than its question.
 */
export function observeProcesses(): Promise<readonly ProcessRow[]> {
  nextLook ??= setImmediate().then(async () => {
    nextLook = null;
    const at = performance.now();
    const rows = await listProcesses();
    lastSeen = { at, rows };
    return rows;
  });
  return nextLook;
}

let lastSeen: Readonly<{ at: number; rows: readonly ProcessRow[] }> | null = null;

/** The same, or what was seen at most so long ago: for what is only counted, by many who ask often. */
export async function observeProcessesLately(maxAgeMs: number): Promise<readonly ProcessRow[]> {
  const ageMs = performance.now() - (lastSeen?.at ?? Number.NEGATIVE_INFINITY);
  return lastSeen !== null && ageMs < maxAgeMs ? lastSeen.rows : observeProcesses();
}

async function listProcesses(): Promise<readonly ProcessRow[]> {
  if (!hasProc) return parsePs(await ps(['-ax']));
  const rows = readdirSync('/proc').map((name) => (/^\d+$/.test(name) ? readProc(Number(name)) : undefined));
  return rows.filter((row) => row !== undefined);
}

/** One process, or undefined when there is none with this number. */
export async function observeProcess(pid: number): Promise<ProcessRow | undefined> {
  if (hasProc) return readProc(pid);
  return parsePs(await ps(['-p', String(pid)]))[0];
}

/** When each of these processes began; one that has ended is absent. */
export async function observeStarts(pids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (pids.length === 0) return new Map();
  const rows = hasProc ? pids.map(readProc) : await observeProcesses();
  return new Map(rows.flatMap((row) => (row && !row.isZombie ? [[row.pid, row.start] as const] : [])));
}

// The kernel answers reads of /proc at once; the thread pool would only add latency.
function readProc(pid: number): ProcessRow | undefined {
  try {
    const file = openSync(`/proc/${pid}/stat`, 'r');
    try {
      return parseStat(pid, STAT.toString('latin1', 0, readSync(file, STAT)));
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/**
 * Parses `/proc/<pid>/stat`. The name in brackets may contain brackets and spaces, so it is cut at the
 * last one.
 */
export function parseStat(pid: number, text: string): ProcessRow | undefined {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session, tty] = fields;
  const start = fields[19];
  if (!state || !parent || !group || !session || !start) return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    tty: !tty || tty === '0' ? '' : tty,
    start,
    isZombie: state === 'Z' || state === 'X',
  };
}

async function ps(which: readonly string[]): Promise<string> {
  const args = [...which, '-o', 'pid=,ppid=,pgid=,stat=,tty=,lstart='];
  return (await exec({ program: 'ps', args, env: PS_ENV })).stdout;
}

/** Reads `ps -o pid=,ppid=,pgid=,stat=,tty=,lstart=`. macOS shows no usable session number. */
export function parsePs(text: string): readonly ProcessRow[] {
  return text.split('\n').flatMap((line) => {
    const [pid, parent, group, state, tty, ...start] = line.trim().split(/\s+/);
    if (!pid || !parent || !group || !state || !tty || start.length !== 5) return [];
    return {
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: 0,
      tty: /^[?-]/.test(tty) ? '' : tty,
      start: start.join(' '),
      isZombie: state.startsWith('Z'),
    };
  });
}
