/** A message that somebody left as a file, or as an element of a file that holds a list of them. */
export type OutboxPost = Readonly<{
  /** Unique for ever: the same words in the same place are the same message. */
  key: string;
  /** Of an element of a list: it counts once, whatever it says later. */
  onceKey: string | null;
  /** As its author knows it. */
  name: string;
  /** Which attempt wrote it; null for one that lies in the run's own folder. */
  attempt: number | null;
  /** Whose outbox of the run it is; null for one of an attempt. */
  role: string | null;
  /** Null when it is too large to be read. */
  text: string | null;
  bytes: number;
  changedAt: number;
  /** The folder that answers are written to, and its own way from there. */
  folder: string;
  file: Readonly<{ is: 'waiting' | 'taken' | 'element' }>;
}>;

/** Eyes and hands for the messages that agents and people write as files. */
export interface Outboxes {
  /** What lies in the outboxes of a session's attempts and is not settled, in the order of writing. */
  listOfSession(sessionId: string): Promise<readonly OutboxPost[]>;
  /** The same for the folders of a run, one for each role. */
  listOfRun(runId: string, roles: readonly string[]): Promise<readonly OutboxPost[]>;
  /** A glance at the folders of a run, as one text: where it is the same, so is what lies there. */
  observeOfRun(runId: string): Promise<string>;
  /** Moves a file aside, where its author no longer reaches it, and reads it there. Null when it is gone. */
  take(post: OutboxPost): Promise<OutboxPost | null>;
  /** Puts a file away for good; its author is told what is wrong, if anything is. Twice is once. */
  settle(post: OutboxPost, problem: string | null): Promise<void>;
  ensureRunFolders(runId: string, roles: readonly string[]): Promise<void>;
}
