import type { MachineMeans } from '../../domain/resource/limiter.ts';
import { AgentFiles } from '../agent-files/agent-files.ts';
import { Oddities } from '../agent-files/oddities.ts';
import type { Tmux } from '../tmux/tmux.ts';
import type { Wrap } from '../wrap/wrap.ts';
import { releaseHolding } from './holding.ts';
import { Launches } from './launches.ts';
import { ensureKey } from './token.ts';

/** The environment that attempts are opened and observed in. */
export type AttemptSettings = Readonly<{
  sessionsDir: string;
  /** That folder is there, with its mark. */
  ensureSessionsDir: () => Promise<void>;
  /** Holds what we know of launchers, out of the folders that agents are given. */
  launchersDir: string;
  /** A folder to work in that lies here is one agent's alone. */
  worktreesDir: string;
  /** Null, or not installed: headless attempts run detached, without a pane; interactive ones are a fault. */
  tmux: Tmux | null;
  /** Of the names of tmux sessions. */
  prefix: string;
  /** Dead panes stay on the screen until the next attempt needs their pane. */
  keepOnExit: boolean;
  /** Whether output.log is written. Without it, the pane of a headless agent stays empty. */
  keepsOutput: boolean;
  /** Holds the key that the tokens of attempts are made with. */
  keyFile: string;
  /** What agents are started by; null for nothing. */
  wrap: Wrap | null;
  /** What this machine can hold limits with. */
  observeMeans: () => Promise<MachineMeans>;
  /** Names that they get although they look like secrets. */
  pass: readonly string[];
  /** The person's environment. Agents get it, without secrets and what belongs to the person's terminal. */
  env: Readonly<Record<string, string>>;
  /** Where others who read what agents write notice what is odd. */
  oddities?: Oddities;
}>;

export type AttemptWorld = AttemptSettings &
  Readonly<{
    files: AgentFiles;
    launches: Launches;
    oddities: Oddities;
    /** The project's key, made when it is first needed. */
    key: () => string;
  }>;

export function attemptWorld(settings: AttemptSettings): AttemptWorld {
  const oddities = settings.oddities ?? new Oddities();
  return {
    ...settings,
    oddities,
    files: new AgentFiles(settings.sessionsDir, oddities),
    launches: new Launches(settings.launchersDir, oddities, releaseHolding),
    key: keyOf(settings),
  };
}

// Read once: agents that live have tokens of this key, whatever becomes of its file.
function keyOf({ keyFile }: AttemptSettings): () => string {
  let key: string | null = null;
  return () => {
    key ??= ensureKey(keyFile);
    return key;
  };
}
