/** What can be searched, in the order in which it is shown. */
export const SEARCH_KINDS = [
  'session',
  'run',
  'work',
  'question',
  'note',
  'message',
  'mail',
  'journal',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** A row that holds all terms. */
export type Hit = Readonly<{
  kind: SearchKind;
  id: string;
  at: number;
  sessionId: string | null;
  runId: string | null;
  title: string;
  text: string;
}>;

/** Newest first within each kind; of the kinds in `more` there are others. */
export type Hits = Readonly<{ hits: readonly Hit[]; more: readonly SearchKind[] }>;
