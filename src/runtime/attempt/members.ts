import { readFileSync } from 'node:fs';
import { unlessMissing } from '../files/file-fault.ts';
import { findDescendants, hasVariable } from '../process/descendants.ts';
import { observeBoot } from '../process/identity.ts';
import { observeProcesses, type ProcessRow } from '../process/process-table.ts';
import type { AttemptFolder } from './attempt-folder.ts';
import { type Claim, TOMBSTONE } from './claim.ts';
import { readWholeClaim } from './observing.ts';

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

const NO_MEMBERS: Members = { launcher: undefined, feeder: undefined, helpers: [], agents: [] };
const NOTE = /^(agent|feeder|viewer) (\d+) (.+)$/;
const CAN_READ_ENVIRONMENT = process.platform === 'linux';

export async function observeMembers(folder: AttemptFolder): Promise<Members> {
  const claim = await readWholeClaim(folder);
  if (claim === undefined) return NO_MEMBERS;
  const owner = claim === 'broken' ? TOMBSTONE : claim;
  // Numbers from before a reboot mean other processes now.
  if (owner.boot !== '' && owner.boot !== (await observeBoot())) return NO_MEMBERS;
  const noted = [{ ...owner, name: 'launcher' }, ...(await readNotes(folder.processes))];
  return sortMembers(await observeProcesses(), { noted, owner, dir: folder.dir });
}

export async function readAgentPid({ processes }: AttemptFolder): Promise<number | null> {
  const agent = (await readNotes(processes)).findLast(({ name }) => name === 'agent');
  return agent?.pid ?? null;
}

/** Only whole lines count: the launcher may be writing. */
async function readNotes(path: string): Promise<readonly Noted[]> {
  const text = await unlessMissing(path, '', async () => readFileSync(path, 'utf8'));
  const lines = text.split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    const [, name, pid, start] = NOTE.exec(line) ?? [];
    return name && pid && start ? [{ name, pid: Number(pid), start }] : [];
  });
}

function sortMembers(
  table: readonly ProcessRow[],
  { noted, owner, dir }: { noted: readonly Noted[]; owner: Claim; dir: string },
): Members {
  const rows = new Map(table.map((row) => [row.pid, row]));
  const find = (wanted: Noted): ProcessRow | undefined => {
    const row = rows.get(wanted.pid);
    return row?.start === wanted.start ? row : undefined;
  };
  const living = noted.filter((one) => find(one) !== undefined);
  const ended = noted.filter((one) => !rows.has(one.pid));
  const found = findDescendants(table, {
    pids: living.map(({ pid }) => pid),
    // Where an environment can be read it says for certain what belongs; a group's number might have been
    // used again.
    groups: CAN_READ_ENVIRONMENT ? [] : ended.map(({ pid }) => pid),
    // Whatever the launcher began is younger than itself; to read the environments of all others takes long.
    isMarked: (row) =>
      Number(row.start) >= Number(owner.start) && hasVariable(row.pid, 'SWARM_ATTEMPT_DIR', dir),
    spared: new Set([process.pid, ...(owner.server ? [owner.server.pid] : [])]),
  });
  const pidOf = (name: string) => living.find((one) => one.name === name)?.pid;
  const agent = pidOf('agent');
  const isHelper = (row: ProcessRow) =>
    row.pid === pidOf('viewer') || (row.parent === owner.pid && row.pid !== agent && owner.pid !== 0);
  const launcher = found.find(({ pid }) => pid === pidOf('launcher'));
  const feeder = found.find(({ pid }) => pid === pidOf('feeder'));
  const rest = found.filter((row) => row !== launcher && row !== feeder);
  return {
    launcher,
    feeder,
    helpers: rest.filter(isHelper),
    agents: rest.filter((row) => !isHelper(row)),
  };
}
