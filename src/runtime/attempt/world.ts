import type { Tmux } from '../tmux/tmux.ts';

/** The environment that attempts are opened and observed in. */
export type AttemptWorld = Readonly<{
  sessionsDir: string;
  /** Null, or not installed: headless attempts run detached, without a pane; interactive ones are a fault. */
  tmux: Tmux | null;
  /** Of the names of tmux sessions. */
  prefix: string;
  /** Dead panes stay on the screen until the next attempt needs their place. */
  keepOnExit: boolean;
  /** Whether output.log is written. Without it, the pane of a headless agent stays empty. */
  keepsOutput: boolean;
  /** The person's environment. Agents get it, without what belongs to the person's own terminal. */
  env: Readonly<Record<string, string>>;
}>;
