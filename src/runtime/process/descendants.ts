import type { ProcessRow } from './process-table.ts';

export type Roots = Readonly<{
  /** Living processes whose descendants are looked for. They count themselves. */
  pids: readonly number[];
  /** Recognises members by other proofs: environment, terminal, working folder. */
  isMarked: (row: ProcessRow) => boolean;
  /** Excluded: this process, the tmux server, and whatever else the roots descend from. */
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

  const leaders = new Set<number>();
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
