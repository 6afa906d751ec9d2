import type { Program, Row, Statement } from './program.ts';
import type { CommitResult } from './store.ts';

/** One open database. All that differs between SQLite and Postgres is behind this. */
export interface Engine {
  /** Reads what is committed. */
  read(statement: Statement): Promise<readonly Row[]>;
  /** Plays the program in one transaction, again if need be; nothing stays unless it says `saved`. */
  commit(program: () => Program<CommitResult>): Promise<CommitResult>;
  close(): Promise<void>;
}
