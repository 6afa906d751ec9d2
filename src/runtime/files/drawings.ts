/** The port for shown files: drawn from rows, may be deleted, never read back. */
export interface Drawings {
  /**
   * Writes one shown file of a session, whole and atomically; nothing when its folder lies in the archive.
   */
  draw(sessionId: string, name: string, text: string): Promise<void>;
  /** The same for a shown file of a run; the name may lead through folders. */
  drawRun(runId: string, name: string, text: string): Promise<void>;
  /** `logs/<run>.log`: what happened in a run, whole and atomically. */
  drawRunLog(runId: string, text: string): Promise<void>;
  /** Whether a shown file of a session is there: anyone may delete it. */
  hasDrawn(sessionId: string, name: string): Promise<boolean>;
  /** Compresses the output of a session that is over, when it is large. */
  ensureCompressed(sessionId: string): Promise<void>;
}
