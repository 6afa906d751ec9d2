import { findDescendants } from '../process/descendants.ts';
import { lineageOf, runningAs, startedWith, worksIn } from '../process/evidence.ts';
import { observeBoot } from '../process/identity.ts';
import { observeProcess, observeProcesses, type ProcessRow } from '../process/process-table.ts';
import { type AttemptFolder, attemptFolder } from './attempt-folder.ts';
import type { AttemptRef } from './attempts.ts';
import type { Launch } from './launches.ts';
import type { AttemptWorld } from './world.ts';

/** The living processes of one attempt. */
export type Members = Readonly<{
  launcher: ProcessRow | undefined;
  /** Follows stdin.jsonl into the agent. */
  feeder: ProcessRow | undefined;
  /** What else the launcher runs for itself: it shows output.log, or writes the exit. */
  helpers: readonly ProcessRow[];
  /** The agent and all that descends from it, also what has left its parent or its process group. */
  agents: readonly ProcessRow[];
}>;

type Noted = Readonly<{ name: string; pid: number; start: string }>;
type Table = readonly ProcessRow[];

const NO_MEMBERS: Members = { launcher: undefined, feeder: undefined, helpers: [], agents: [] };
const NOTE = /^(agent|feeder|viewer) (\d+) (.+)$/;
const SCRIPT = /launcher[^/\s]*\.sh$/;
/** A launcher that writes its exit has become this program. */
const LEAVING = /(^|[/\s])mv \.exit\.\d+$/;
const NOTES_MOST_BYTES = 64 * 1024;
const MARK = 'SWARM_ATTEMPT_DIR';

/**
 * Finds the processes of an attempt by what the system tells of them: descent, environment, terminal, working
 * folder. No file of the attempt can add one or hide one.
 */
export async function observeMembers(world: AttemptWorld, ref: AttemptRef): Promise<Members> {
  const folder = attemptFolder(world.sessionsDir, ref);
  const launch = world.launches.find(ref);
  // Numbers from before a reboot mean other processes now.
  if (launch && launch.boot !== (await observeBoot())) return NO_MEMBERS;
  const table = await observeProcesses();
  const launcher = launch?.launcher
    ? table.find(({ pid, start }) => pid === launch.launcher?.pid && start === launch.launcher.start)
    : await findLauncher(table, folder.dir);
  const proof = await proofOf(table, { folder, launch, launcher });
  const found = findDescendants(table, {
    pids: launcher ? [launcher.pid] : [],
    isMarked: proof,
    spared: sparedOf(table, { launch, launcher }),
  });
  return sortMembers(found, launcher, readNotes(world, folder));
}

/** The launcher of an attempt whose number we do not know, by its command line: the oldest such. */
export async function findLauncher(table: Table, dir: string): Promise<ProcessRow | undefined> {
  const endsWith = (command: string, tail: string, head: RegExp): boolean =>
    command.endsWith(tail) && head.test(command.slice(0, -tail.length));
  const isLauncher = await runningAs(
    (command) => endsWith(command, ` ${dir}`, SCRIPT) || endsWith(command, ` ${dir}/exit`, LEAVING),
  );
  const found = table.filter((row) => !row.isZombie && isLauncher(row));
  return found.toSorted((a, b) => Number(a.start) - Number(b.start))[0];
}

type LauncherFacts = Readonly<{ launch: Launch | undefined; launcher: ProcessRow | undefined }>;

/** What shows of a process that does not descend from the launcher that it belongs all the same. */
async function proofOf(
  table: Table,
  { folder, launch, launcher }: LauncherFacts & Readonly<{ folder: AttemptFolder }>,
): Promise<(row: ProcessRow) => boolean> {
  const isMarked = await startedWith(MARK, folder.dir);
  const begun = Number(launcher?.start ?? launch?.launcher?.start ?? Number.NaN);
  // Whatever the launcher began is younger than itself; to read the environments of all others takes long.
  const isOlder = (row: ProcessRow): boolean => Number(row.start) < begun;
  const ancestors = lineageOf(table, launcher?.pid ?? process.pid);
  const pids = new Set(table.map(({ pid }) => pid));
  // What we run ourselves, such as a gate, works in that folder too.
  const isOrphan = ({ parent }: ProcessRow): boolean =>
    parent !== process.pid && (ancestors.has(parent) || !pids.has(parent));
  const isOnTerminal = ({ tty }: ProcessRow): boolean => tty !== '' && tty === launcher?.tty;
  // A person may have a terminal, or a program of theirs, in the agent's workspace.
  const isLeftBehind = (row: ProcessRow): boolean =>
    Number(row.start) >= begun &&
    row.tty === '' &&
    isOrphan(row) &&
    !!launch?.workspace &&
    worksIn(row.pid, launch.workspace);
  return (row) => !isOlder(row) && (isOnTerminal(row) || isMarked(row) || isLeftBehind(row));
}

/** Ourselves, the tmux server, and all that either of them or the launcher descends from. */
function sparedOf(table: Table, { launch, launcher }: LauncherFacts): ReadonlySet<number> {
  const above = launcher ? lineageOf(table, launcher.parent) : [];
  return new Set([
    ...lineageOf(table, process.pid),
    ...above,
    ...(launch?.server ? [launch.server.pid] : []),
  ]);
}

/** The number of the agent's process; null when there is none that the launcher started. */
export async function findAgentPid(world: AttemptWorld, ref: AttemptRef): Promise<number | null> {
  const launcher = world.launches.find(ref)?.launcher;
  const notes = readNotes(world, attemptFolder(world.sessionsDir, ref));
  const noted = notes.findLast(({ name }) => name === 'agent');
  const row = launcher && noted ? await observeProcess(noted.pid) : undefined;
  return row && row.start === noted?.start && row.parent === launcher?.pid ? row.pid : null;
}

/** Hints at what a child of the launcher is for. Only whole lines count: the launcher may be writing. */
function readNotes({ files }: AttemptWorld, folder: AttemptFolder): readonly Noted[] {
  const lines = (files.read(folder.processes, NOTES_MOST_BYTES)?.text ?? '').split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    const [, name, pid, start] = NOTE.exec(line) ?? [];
    return name && pid && start ? [{ name, pid: Number(pid), start }] : [];
  });
}

/**
 * A hint counts only for a child of the launcher, and at worst costs its author the grace of a TERM: a KILL
 * is for all.
 */
function sortMembers(found: Table, launcher: ProcessRow | undefined, notes: readonly Noted[]): Members {
  const isChild = (row: ProcessRow): boolean => launcher !== undefined && row.parent === launcher.pid;
  const isNoted = (row: ProcessRow, name: string): boolean =>
    isChild(row) && notes.some((one) => one.name === name && one.pid === row.pid && one.start === row.start);
  const feeder = found.find((row) => isNoted(row, 'feeder') && row.group !== row.pid);
  const rest = found.filter((row) => row.pid !== launcher?.pid && row !== feeder);
  // The agent leads a group of its own wherever the shell can give it one.
  const isHelper = (row: ProcessRow): boolean =>
    isChild(row) && row.group !== row.pid && !isNoted(row, 'agent');
  return {
    launcher: found.find(({ pid }) => pid === launcher?.pid),
    feeder,
    helpers: rest.filter(isHelper),
    agents: rest.filter((row) => !isHelper(row)),
  };
}
