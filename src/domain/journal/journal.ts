/** One line of the append-only record. The store gives it its number. */
export type JournalEntry = Readonly<{
  seq: number;
  at: number;
  sessionId: string | null;
  runId: string | null;
  /** The work item that it is about, if it is about one. */
  workId: string | null;
  /** The loop whose story it is part of: its own steps, and where its sessions had to wait. */
  loopId: string | null;
  by: string;
  event: string;
  fromState: string | null;
  toState: string | null;
  note: string;
}>;

/** Who asked for a change, and in which words; what changed is added by the store. */
export type JournalNote = Readonly<{ at: number; by: string; note: string }>;

/** How often a hook of the person's own blocked something, and what it said the last time. */
export type HookBlocks = Readonly<{ count: number; last: Readonly<{ at: number; text: string }> | null }>;

/** Told from the lines of those blocks, in order. */
export function hookBlocksOf(lines: readonly Pick<JournalEntry, 'at' | 'note'>[]): HookBlocks {
  const last = lines.at(-1);
  return { count: lines.length, last: last ? { at: last.at, text: last.note } : null };
}
