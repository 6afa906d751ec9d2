import { accept, type Outcome, refuse } from '../outcome.ts';

/** The whole project stands still: nothing is started, and what was at work is stopped. One at a time. */
export type Pause = Readonly<{
  id: string;
  since: number;
  by: string;
  reason: string;
  /** Null as long as it holds. */
  endedAt: number | null;
}>;

export type PauseStep = Readonly<{ from: Pause; to: Pause }>;

export function endPause(from: Pause, at: number): Outcome<PauseStep> {
  if (from.endedAt !== null) return refuse({ code: 'moved-meanwhile', what: 'the pause' });
  return accept({ from, to: { ...from, endedAt: at } });
}

export const pauseText = ({ by, reason }: Pause): string =>
  `The project is paused by ${by}${reason === '' ? '' : `: ${reason}`}`;
