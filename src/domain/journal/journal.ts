/** One line of the append-only record. The store gives it its number. */
export type JournalEntry = Readonly<{
  seq: number;
  at: number;
  sessionId: string | null;
  by: string;
  event: string;
  fromState: string | null;
  toState: string | null;
  note: string;
}>;

/** Who asked for a change, and in which words; what changed is added by the store. */
export type JournalNote = Readonly<{ at: number; by: string; note: string }>;
