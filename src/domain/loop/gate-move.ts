import { hasTryLeft } from '../retry/retry.ts';
import type { Iteration } from './loop.ts';

/** What follows from the end of a gate. */
export type GateMove = 'complete' | 'ask-missing' | 'tell-agent' | 'ask-red';

type GateOutcome = Readonly<{ isGreen: true } | { isGreen: false; isMissing: boolean }>;

/** A gate that is not there is nothing that the agent did; one that is red goes back to it once. */
export function decideGate(end: GateOutcome, reds: number): GateMove {
  if (end.isGreen) return 'complete';
  if (end.isMissing) return 'ask-missing';
  return hasTryLeft('red-gate', { failures: reds + 1 }) ? 'tell-agent' : 'ask-red';
}

/** `no-slot`: it does not run, because as many others do as may. */
export type GateObservation = 'absent' | 'no-slot' | 'running' | 'over';

export type ObservedGate = Readonly<{ iteration: Iteration; seen: GateObservation }>;

/** Whose gate comes next: one that is over goes before one to be begun. Those that run are left alone. */
export function decideCheck(gates: readonly ObservedGate[]): Iteration | null {
  const first = (wanted: GateObservation): Iteration | undefined =>
    gates.find(({ seen }) => seen === wanted)?.iteration;
  return first('over') ?? first('absent') ?? null;
}
