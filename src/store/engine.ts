import type { Program, Row, Statement } from './program.ts';
import type { CommitResult } from './store.ts';

/** One open database. All that differs between SQLite and Postgres is behind this. */
export interface Engine {
  /** Reads what is committed. */
  read(statement: Statement): Promise<readonly Row[]>;
  /** Plays the program in one transaction; nothing stays unless its result says `saved`. May play it again. */
  commit(program: () => Program<CommitResult>): Promise<CommitResult>;
  close(): Promise<void>;
}
