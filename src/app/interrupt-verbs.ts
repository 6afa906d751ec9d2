import type { PauseProject } from '../contract/loop.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Pause } from '../domain/pause/pause.ts';

/** The pause, and whose work it stops. */
export type PausedProject = Readonly<{ pause: Pause; sessionIds: readonly string[] }>;

/** What a door may ask for to hold work up. */
export interface InterruptVerbs {
  /** Stops everything that is at work, and lets nothing start. */
  pauseProject(input: PauseProject): Promise<Outcome<PausedProject>>;
  /** Null when nothing was paused. */
  unpauseProject(): Promise<Outcome<Pause | null>>;
}
