/** What happened to work, as text for the queue that it came from. */
export type WorkNews = 'claimed' | 'released' | 'done' | 'failed';

export type OutsideList = Readonly<{ list: string | null; warning: string | null }>;

/**
 * The port for a queue that another program keeps. Swarm imports its work, claims it here and reports the
 * outcome back. Best effort: a failure becomes a warning and blocks nothing.
 */
export interface OutsideQueue {
  /** How work from there is marked, and the format of its list. */
  readonly source: 'beads';
  /** The list of ready work in its own format; null when it did not answer. */
  observeReady(): Promise<OutsideList>;
  /** One item, whether it is ready or not. */
  observeOne(workId: string): Promise<OutsideList>;
  /** All that is claimed, with who claimed it. */
  observeClaimed(): Promise<OutsideList>;
  /** At-least-once: may report again. Returns the warning, if there is one. */
  ensureTold(workId: string, news: WorkNews, note: string): Promise<string | null>;
}
