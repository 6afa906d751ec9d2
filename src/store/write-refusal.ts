import type { CommitResult } from './commit-result.ts';

type Unsaved = Extract<CommitResult, { saved: false }>;
type Why<T> = T extends Unsaved ? Omit<T, 'saved'> : never;

/** Why one write of a commit was refused, and with it the whole commit. */
export type WriteRefusal = Why<Unsaved>;
