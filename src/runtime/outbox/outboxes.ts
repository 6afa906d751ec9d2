import type { Oddity } from '../agent-files/oddities.ts';

/** A message left as a file, or as an element of a file with a list of them. */
export type OutboxPost = Readonly<{
  /** Unique: the same content at the same path is the same message. */
  key: string;
  /** Of an element of a list: the element counts once, whatever its content becomes later. */
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

/** The port for messages that agents and people write as files. */
export interface Outboxes {
  /** Unfinished messages in the outboxes of a session's attempts, oldest first. */
  listOfSession(sessionId: string): Promise<readonly OutboxPost[]>;
  /** The same for the folders of a run, one for each role. */
  listOfRun(runId: string, roles: readonly string[]): Promise<readonly OutboxPost[]>;
  /** A glance at the folders of a run, as one text: where it is the same, so is what lies there. */
  observeOfRun(runId: string): Promise<string>;
  /** Moves a file out of its author's reach and reads it there. Null when it is gone. */
  intake(post: OutboxPost): Promise<OutboxPost | null>;
  /** Moves a file away for good, and tells its author what is wrong, if anything. Idempotent. */
  finish(post: OutboxPost, problem: string | null): Promise<void>;
  ensureRunFolders(runId: string, roles: readonly string[]): Promise<void>;
  /** Whether something was found in the run's folder in the place of a plain file or a folder. */
  hasOddities(runId: string): boolean;
  /** Sets it aside, and gives back what to tell: each once. */
  ensureSetAside(runId: string): Promise<readonly Oddity[]>;
}
