import type { LeftFolder } from '../../domain/session/rebuild-session.ts';
import type { Archiving } from '../archive/session-packs.ts';
import type { AttemptRef, WrittenResult } from '../attempt/attempts.ts';

/** A folder among those of sessions that no row explains. */
export type LeftRef = Readonly<{
  id: string;
  isArchived: boolean;
  /** It is one file of the archive. */
  isPacked: boolean;
  path: string;
}>;

/** The port for whole session folders. */
export interface SessionFolders {
  /** Packs the folder into the archive. Idempotent: null when nothing was left to pack. */
  ensureArchived(sessionId: string): Promise<Archiving | null>;
  ensureRestored(sessionId: string): Promise<void>;
  /** What an attempt of an archived session delivered; null when there is nothing. */
  readArchivedResult(ref: AttemptRef): Promise<WrittenResult | null>;
  /** Folders that no row explains, in the archive too. Nothing moves or deletes them. */
  listLeft(isKnown: (sessionId: string) => Promise<boolean>): Promise<readonly LeftRef[]>;
  /** What such a folder says; null where it is no folder of a session. */
  readLeft(ref: LeftRef): Promise<LeftFolder | null>;
  /** Keeps its drawn files as they are in `lost/`, before they are drawn from a new row. Idempotent. */
  ensureDrawingsKept(ref: LeftRef): Promise<void>;
  /** Folders of the project that nothing is moved from or deleted in, and why. */
  listObstacles(): Promise<readonly Readonly<{ path: string; why: string }>[]>;
}
