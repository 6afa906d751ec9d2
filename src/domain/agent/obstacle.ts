import type { SessionMode } from '../session/session.ts';

/** Where and how an agent CLI would be started. */
export type StartContext = Readonly<{
  home: string;
  workDir: string;
  /** The main worktree of the repository that `workDir` belongs to; null outside git. */
  repository: string | null;
  mode: SessionMode;
  permissionMode: string | null;
  /** The environment that the CLI would have. */
  env: Readonly<Record<string, string | undefined>>;
  platform: string;
  isRoot: boolean;
}>;

/**
 * A file to look at: read it, or only check that it exists, because its content is private.
 */
export type StartFile = Readonly<{ path: string; look: 'text' | 'exists' }>;

/** What was found, by path: the text, or an empty text for a file that is only there; null for none. */
export type StartFiles = Readonly<Record<string, string | null>>;

/** The files of the CLI's own that a start would find. */
export type StartObservation = Readonly<{ context: StartContext; files: StartFiles }>;

/** Something that would stop an agent CLI before its first turn, or at it. */
export type Obstacle = Readonly<{
  code: string;
  what: string;
  remedy: string;
  /** False when it cannot be known before the start. */
  isCertain: boolean;
  /** The change of the CLI's own file that would clear it. Made only with the person's consent. */
  fix: FileFix | null;
}>;

/** Sets one value in a JSON file; the rest of the file stays as it is. */
export type FileFix = Readonly<{ file: string; path: readonly string[]; value: unknown }>;

/** `by` names a variable or a file, never its content. */
export type LoginObservation =
  | Readonly<{ is: 'found'; by: string }>
  | Readonly<{ is: 'missing' }>
  /** Cannot be known without side effects. */
  | Readonly<{ is: 'unknown'; why: string }>;

/** A change of one of the person's own files, as they are shown it before they consent. */
export type PlannedFix = Readonly<{
  cli: string;
  /** What it clears. */
  what: string;
  fix: FileFix;
  /** The value that is there, as JSON; null for none. */
  from: string | null;
  /** Where the CLI keeps files of its running processes, which would write over the change; one of them. */
  runningIn: string | null;
  running: string | null;
}>;

/**
 * The outcome of a change. `broken`: the file cannot hold it; `moved`: it changed since it was shown;
 * `foreign`: another user owns it.
 */
export type FixEnd = Readonly<{ planned: PlannedFix }> &
  Readonly<
    | { is: 'made'; backup: string | null }
    | { is: 'declined' | 'unasked' | 'running' | 'broken' | 'moved' | 'foreign' }
  >;
