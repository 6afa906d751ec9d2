import { accept, type Outcome, refuse } from '../outcome.ts';

/** The whole project is paused: nothing starts, and sessions at work are stopped. At most one at a time. */
export type Pause = Readonly<{
  id: string;
  since: number;
  by: string;
  reason: string;
  /** Null until it is ended. */
  endedAt: number | null;
}>;

export type PauseStep = Readonly<{ from: Pause; to: Pause }>;

export function endPause(from: Pause, at: number): Outcome<PauseStep> {
  if (from.endedAt !== null) return refuse({ code: 'moved-meanwhile', what: 'the pause' });
  return accept({ from, to: { ...from, endedAt: at } });
}

export const pauseText = ({ by, reason }: Pause): string =>
  `The project is paused by ${by}${reason === '' ? '' : `: ${reason}`}`;
