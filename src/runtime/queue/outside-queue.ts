/** What happened to work, in words for whoever keeps it. */
export type WorkNews = 'claimed' | 'released' | 'done' | 'failed';

export type OutsideList = Readonly<{ list: string | null; warning: string | null }>;

/**
 * A queue that another program keeps. Work is taken over from it and claimed here; it is told what comes of
 * it. It never holds anybody up: what goes wrong with it becomes a warning.
 */
export interface OutsideQueue {
  /** How work from there is marked, and the format of its list. */
  readonly source: 'beads';
  /** What is ready there, as its own list; null when it did not answer. */
  observeReady(): Promise<OutsideList>;
  /** One of them, whether it is ready or not. */
  observeOne(workId: string): Promise<OutsideList>;
  /** Tells it once more if it was told before. Gives back the warning, if there is one. */
  ensureTold(workId: string, news: WorkNews, note: string): Promise<string | null>;
}
