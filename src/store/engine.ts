import type { CommitResult } from './commit-result.ts';
import type { Program, Row, Statement } from './program.ts';

/** One open database. All that differs between SQLite and Postgres is behind this. */
export interface Engine {
  /** How rows of a table of words are found: the condition with one value, and that value. */
  readonly fullText: Readonly<{
    matches: (table: string) => string;
    /** All of these words, each whole or as the beginning of one; letters and digits alone. */
    query: (words: readonly string[]) => string;
  }>;
  /** Reads what is committed. */
  read(statement: Statement): Promise<readonly Row[]>;
  /** Plays the program in one transaction, again if need be; nothing stays unless it says `saved`. */
  commit(program: () => Program<CommitResult>): Promise<CommitResult>;
  /** Brings all of it into its one file, where it has more than one. */
  settle(): Promise<void>;
  close(): Promise<void>;
}
