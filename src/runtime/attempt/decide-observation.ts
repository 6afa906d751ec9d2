import type { AttemptObservation } from './attempts.ts';
import type { Exit } from './claim.ts';

export type AttemptFacts = Readonly<{
  /** The launcher's number; null when it is not known. */
  pid: number | null;
  /** How the agent got its input; null when that is not known. */
  input: string | null;
  exit: Exit | undefined;
  isLauncherAlive: boolean;
  isSameBoot: boolean;
  /** The tmux server of the pane lives and answers; null for a detached launcher. */
  isServerAlive: boolean | null;
  /** We asked for the end before it came. */
  isEndingAsked: boolean;
}>;

const FIRST_SIGNAL_CODE = 128;

/**
 * What the facts say about an attempt that was begun. An exit counts only once its launcher is gone: until
 * then another hand wrote it.
 */
export function decideObservation(facts: AttemptFacts): AttemptObservation {
  const { pid, exit, isLauncherAlive } = facts;
  if (isLauncherAlive && pid !== null) return { is: 'alive', pid };
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
const wasHungUp = ({ input, exit }: AttemptFacts): boolean => (exit ? exit.hup : input === 'terminal');
