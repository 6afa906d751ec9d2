import type { Rescue } from '../../domain/workspace/rescue.ts';

/** A folder of this repository that a participant works in. */
export type WorkFolder = Readonly<{ participantId: string; path: string }>;

/** When something last changed in it; null where nothing is known. */
export type FolderActivity = Readonly<{
  /** The newest change to a file that no commit holds. */
  fileAt: number | null;
  /** The newest change to git's own files of it. */
  gitAt: number | null;
  /** It holds too many changed files to look at each. */
  isPartial: boolean;
}>;

/** Files that two participants have changed so that git cannot merge them. */
export type WorkConflict = Readonly<{
  participants: readonly [string, string];
  files: readonly string[];
  /** The same conflict has the same key at every look. */
  key: string;
}>;

/**
 * The port for the folders that participants work in, started by Swarm or not. Nothing in them is changed:
 * where git keeps its part of a folder is asked of the repository, never of the folder.
 */
export interface WorkFolders {
  observeActivity(path: string): Promise<FolderActivity>;
  /** Saves what is not committed to a rescue ref; the folder stays as it is. Null when all is committed. */
  ensureRescued(folder: WorkFolder): Promise<Rescue | null>;
  /** Null when this machine's git is too old to merge without a checkout. */
  listConflicts(
    folders: readonly WorkFolder[],
    of?: ReadonlySet<string>,
  ): Promise<readonly WorkConflict[] | null>;
}
