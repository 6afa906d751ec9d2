import type { AgentRole } from './session.ts';

/** What one session is started with beside its workflow and its goal. */
export interface StartOptions {
  /** Agent CLI of every role. */
  cli?: string;
  /** For single roles: another CLI, model, mode or persona. */
  roles?: Readonly<
    Record<AgentRole, { cli?: string; model?: string; mode?: 'headless' | 'interactive'; persona?: string }>
  >;
  /** The same key and content give the same session, never a second. */
  key?: string;
}

export interface StartPlanOptions extends StartOptions {
  /** Approves the content of the plan, as `swarm plan run --yes` does. */
  yes?: boolean;
}
