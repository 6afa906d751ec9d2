import { hasTryLeft } from '../retry/retry.ts';
import type { Iteration } from './loop.ts';

/** What follows from the end of a gate. */
export type GateMove = 'complete' | 'ask-missing' | 'tell-agent' | 'ask-red';

type Ended = Readonly<{ isGreen: true } | { isGreen: false; isMissing: boolean }>;

/** A gate that is not there is nothing that the agent did; one that is red goes back to it once. */
export function decideGate(end: Ended, reds: number): GateMove {
  if (end.isGreen) return 'complete';
  if (end.isMissing) return 'ask-missing';
  return hasTryLeft('red-gate', { failures: reds + 1 }) ? 'tell-agent' : 'ask-red';
}

/** `no-place`: it does not run, because as many others do as may. */
export type GateSighting = 'absent' | 'no-place' | 'running' | 'over';

export type SightedGate = Readonly<{ iteration: Iteration; seen: GateSighting }>;

/** Whose gate comes next: one that is over goes before one to be begun. Those that run are left alone. */
export function decideCheck(gates: readonly SightedGate[]): Iteration | null {
  const first = (wanted: GateSighting): Iteration | undefined =>
    gates.find(({ seen }) => seen === wanted)?.iteration;
  return first('over') ?? first('absent') ?? null;
}
