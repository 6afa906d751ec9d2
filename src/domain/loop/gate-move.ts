/** What follows from the end of a gate. */
export type GateMove = 'complete' | 'ask-missing' | 'tell-agent' | 'ask-red';

type Ended = Readonly<{ isGreen: true } | { isGreen: false; isMissing: boolean }>;

/** A gate that is not there is nothing that the agent did; one that is red goes back to it once. */
export function decideGate(end: Ended, reds: number): GateMove {
  if (end.isGreen) return 'complete';
  if (end.isMissing) return 'ask-missing';
  return reds === 0 ? 'tell-agent' : 'ask-red';
}
