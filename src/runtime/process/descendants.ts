import { readFileSync } from 'node:fs';
import type { ProcessRow } from './process-table.ts';

export type Roots = Readonly<{
  /** Living processes whose descendants are looked for. They count themselves. */
  pids: readonly number[];
  /** Process groups and sessions that are known to belong although their leaders have ended. */
  groups: readonly number[];
  /** Recognises members by other marks, such as the environment. */
  isMarked: (row: ProcessRow) => boolean;
  /** Excluded, with their descendants: this process, and the tmux server. */
  spared: ReadonlySet<number>;
}>;

/**
 * Everything that belongs to the roots: children of children, what carries the mark, and what shares a
 * process group or a session with one of them. A group or session counts only when its leader belongs too or
 * has ended: a program that was started by hand must not bring its whole terminal with it.
 */
export function findDescendants(table: readonly ProcessRow[], roots: Roots): readonly ProcessRow[] {
  const alive = new Map(table.map((row) => [row.pid, row]));
  const found = new Set<number>(roots.pids.filter((pid) => !roots.spared.has(pid)));
  for (const row of table) if (!roots.spared.has(row.pid) && roots.isMarked(row)) found.add(row.pid);

  const leaders = new Set<number>(roots.groups);
  const isOwned = (leader: number): boolean => leader > 1 && (found.has(leader) || !alive.has(leader));
  const belongs = (row: ProcessRow): boolean =>
    found.has(row.parent) || leaders.has(row.group) || leaders.has(row.session);

  // Each round adds at least one process, so it ends.
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    for (const row of table) {
      if (roots.spared.has(row.pid) || !(found.has(row.pid) || belongs(row))) continue;
      const before = found.size + leaders.size;
      found.add(row.pid);
      for (const leader of [row.group, row.session]) if (isOwned(leader)) leaders.add(leader);
      if (found.size + leaders.size > before) isGrowing = true;
    }
  }
  return table.filter((row) => found.has(row.pid) && !row.isZombie);
}

/**
 * Whether the process was started with this variable. Only Linux tells; elsewhere nothing carries the mark.
 */
export function hasVariable(pid: number, name: string, value: string): boolean {
  try {
    return holdsVariable(readFileSync(`/proc/${pid}/environ`), `${name}=${value}`);
  } catch {
    return false;
  }
}

function holdsVariable(environ: Buffer, variable: string): boolean {
  const wanted = Buffer.from(`${variable}\0`);
  for (let at = environ.indexOf(wanted); at !== -1; at = environ.indexOf(wanted, at + 1)) {
    if (at === 0 || environ[at - 1] === 0) return true;
  }
  return false;
}
