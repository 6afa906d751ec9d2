import type { FolderStand } from '../../domain/loop/shelf.ts';
import type { WorkFolder } from './work-folders.ts';

/** Changes that were saved, and how the folder would stand without them. */
export type ShelvedWork = Readonly<{ ref: string | null; full: string; bare: string }>;

export type Shelved =
  | Readonly<{ is: 'shelved' } & ShelvedWork>
  /** The folder stays as it is. */
  | Readonly<{ is: 'held'; why: string }>;

export type TreesToMerge = Readonly<{ base: string; ours: string; theirs: string }>;
/** Of the files that conflict, the tree has what `ours` has. */
export type MergedTree = Readonly<{ tree: string; conflicts: readonly string[] }>;

/**
 * The port for a folder that work items share, one after the other. Whatever is taken out of it lies in a
 * rescue before; what others changed meanwhile is left alone.
 */
export interface SharedFolders {
  /** Null where the folder is no checkout of the project's repository. */
  observeStand(path: string): Promise<FolderStand | null>;
  /** Saves what was changed since the base to a rescue ref. Nothing of the folder changes. Twice is once. */
  shelve(folder: WorkFolder, base: FolderStand): Promise<Shelved>;
  /** What both made of the base, as a tree. Nothing of the folder changes. */
  mergeTrees(trees: TreesToMerge): Promise<MergedTree>;
  /**
   * Files that the two trees have differently, and that lie there as in `from`, become as in `to`. Gives back
   * those that lie there otherwise: they are left alone. Twice is once.
   */
  ensureMoved(path: string, from: string, to: string): Promise<readonly string[]>;
}
