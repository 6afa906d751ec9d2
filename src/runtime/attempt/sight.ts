import type { AttemptSight } from './attempts.ts';
import type { Claim, Exit } from './claim.ts';

export type AttemptFacts = Readonly<{
  claim: Claim | 'broken';
  exit: Exit | undefined;
  isLauncherAlive: boolean;
  isSameBoot: boolean;
  /** The tmux server of the pane lives and answers; null for a detached launcher. */
  isServerAlive: boolean | null;
  /** We asked for the end before it came. */
  isEndingAsked: boolean;
}>;

const FIRST_SIGNAL_CODE = 128;

/** What the facts say about a claimed attempt. */
export function decideSight(facts: AttemptFacts): AttemptSight {
  const { claim, exit, isLauncherAlive } = facts;
  if (exit === undefined && isLauncherAlive && claim !== 'broken') return { is: 'alive', pid: claim.pid };
  const isWorldGone = !facts.isSameBoot || facts.isServerAlive === false;
  return {
    is: 'over',
    exitCode: exit?.code ?? null,
    worldDied: isWorldGone && wasEndedFromOutside(exit),
    closedByPerson: !isWorldGone && facts.isServerAlive === true && !facts.isEndingAsked && wasHungUp(facts),
  };
}

// A machine that goes down ends the agent before or after its launcher: a signal's code counts, a plain one
// does not.
const wasEndedFromOutside = (exit: Exit | undefined): boolean =>
  exit === undefined || exit.hup || exit.term || exit.code > FIRST_SIGNAL_CODE;

// In a terminal the launcher dies of the hang-up itself and writes no exit.
function wasHungUp({ claim, exit }: AttemptFacts): boolean {
  if (exit) return exit.hup;
  return claim !== 'broken' && claim.input === 'terminal';
}
