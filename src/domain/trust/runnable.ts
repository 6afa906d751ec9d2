/** Something that a project would run, or by which it changes what is run, as its own file says it. */
export type Runnable = Readonly<{
  /** Who would run it: Swarm itself, or an agent CLI or git that finds it in the repository. */
  by: 'swarm' | 'cli';
  /** From the project's root. */
  file: string;
  /** `setting gate.command`, `persona reviewer`, `read by Claude Code`. */
  what: string;
  /** Whole, as it is written there. */
  text: string;
}>;

/** Why a project is trusted. */
export type TrustOrigin =
  /** The person said so, or made it. */
  | 'record'
  /** SWARM_TRUST=1, for one command. */
  | 'environment'
  /** It is a worktree of a repository that is trusted. */
  | 'worktree'
  /** An agent asks in the project that it works for. */
  | 'attempt';
