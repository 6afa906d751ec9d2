import type { AgentNeed } from '../../domain/agent/need.ts';
import type { WrapObservation } from '../../domain/environment/wrap-observation.ts';

/** What a program that agents steer, or wrote, is to reach. */
export type WrapTarget = Readonly<{
  /** It works here and may write here. */
  workDir: string;
  /** The folder of its attempt, which it may write, and that of its session; null outside of an attempt. */
  attempt: Readonly<{ dir: string; sessionDir: string }> | null;
  needs: readonly AgentNeed[];
  /** Its environment. */
  env: Readonly<Record<string, string>>;
}>;

/** What the setting `agent.wrap` comes to on this machine. */
export interface Wrap {
  observe(): Promise<WrapObservation>;
  /** Words to put before the program; none where nothing wraps it, a fault where what does is missing. */
  wordsFor(target: WrapTarget): Promise<readonly string[]>;
}
