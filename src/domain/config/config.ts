import type { Channel, Occasion, Topic } from '../notification/notification.ts';
import type { QuietHours } from '../notification/quiet-hours.ts';

/**
 * Every setting, with its unit settled. `src/contract/config.ts` reads it from file, environment and flags.
 */
export type Config = Readonly<{
  cli: string;
  mode: 'headless' | 'interactive';
  store: string | null;
  paths: Readonly<{
    sessions: string;
    agents: string;
    worktrees: string;
    archive: string;
    outputs: string;
    plans: string;
  }>;
  limits: Readonly<{
    sessions: number;
    lifetimeMs: number;
    sessionDiskWarnMb: number;
    sessionDiskMb: number;
    totalDiskMb: number;
    depth: number;
    agentsPerRun: number;
    promptMb: number;
  }>;
  timeouts: Readonly<{
    turnMs: number;
    silenceMs: number;
    runMs: number;
    sweepMs: number;
    graceMs: number;
    startMs: number;
    idleProcessMs: number;
  }>;
  retries: number;
  failures: Readonly<{ max: number; backoffCapMs: number }>;
  tmux: Readonly<{ prefix: string; keepOnExit: boolean }>;
  log: Readonly<{ level: 'debug' | 'info' | 'warn' | 'error'; retentionDays: number }>;
  claude: Readonly<{
    maxTurns: number;
    budgetUsd: number;
    allowedTools: readonly string[];
    settings: string | null;
    mcpConfig: string | null;
  }>;
  /** Money in dollars; null for no limit. The day begins at midnight UTC. */
  budget: Readonly<{
    sessionUsd: number | null;
    runUsd: number | null;
    dayUsd: number | null;
    sessionTokens: number | null;
    runTokens: number | null;
    dayTokens: number | null;
    warnAt: number;
  }>;
  /** How the person is told. Secrets are not among these: they come from the environment alone. */
  notify: Readonly<{
    channels: readonly Channel[];
    on: readonly Occasion[];
    urgent: readonly Topic[];
    quietHours: QuietHours | null;
    limit: number;
    limitMs: number;
    remindMs: number | null;
    smtpHost: string | null;
    smtpPort: number;
    smtpSecurity: 'starttls' | 'tls' | 'none';
    emailFrom: string | null;
    emailTo: readonly string[];
  }>;
  supervisor: Readonly<{ idleStopMs: number | null }>;
  workspace: Readonly<{ copy: readonly string[]; install: readonly string[]; trashDays: number }>;
  merge: Readonly<{ check: string | null; timeoutMs: number }>;
  gate: Readonly<{ command: string | null; timeoutMs: number }>;
  cleanup: 'auto' | 'manual';
  captureOutput: boolean;
  verbose: boolean;
  queue: Readonly<{ source: 'swarm' | 'beads'; leaseMs: number }>;
  loop: Readonly<{
    delayMs: number;
    maxIterations: number;
    workDir: string | null;
    rig: string | null;
    label: string | null;
    actor: string | null;
  }>;
}>;
