/** The port for whole session folders. */
export interface SessionFolders {
  /** Moves the folder into the archive, compressed logs and all. Idempotent. */
  ensureArchived(sessionId: string): Promise<void>;
  ensureRestored(sessionId: string): Promise<void>;
  /** Folders that no row explains; temporary files that a crash left behind. */
  listStray(known: (sessionId: string) => Promise<boolean>): Promise<readonly string[]>;
  /** Moves a stray folder into the trash. */
  ensureTrashed(path: string): Promise<void>;
}
