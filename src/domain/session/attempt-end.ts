import type { RetryCause } from '../retry/retry.ts';
import { errorLines } from './error-lines.ts';
import type { EndReason, Session } from './session.ts';

/** How an attempt ended, as far as can be seen. */
export type AttemptEnd = Readonly<{
  exitCode: number | null;
  closedByPerson: boolean;
  worldDied: boolean;
  /** How many attempts began within `QUICK_MS`, this one included. */
  quickAttempts: number;
  /** Its exit is the end of its turn, because it tells no events. */
  speaksByExit: boolean;
  /** A person can leave it from within. */
  isOnScreen: boolean;
  /** It was started for one turn: when it leaves by itself, that turn is over, said or not. */
  servesOneTurn: boolean;
  /** It was to go on with a conversation, and left without a word. */
  isRefusedResume: boolean;
  /** By this code it says that no account is logged in. */
  isLoginMissing: boolean;
  /** It has said or done something that an event tells of. */
  hasWorked: boolean;
  /** The disk was full while it ran. */
  hadNoRoom: boolean;
  /** The kernel ended it at its limit of memory; how much that was, in words. */
  outOfMemory: string | null;
  errors: string;
}>;

export type Loss =
  | { next: 'turn-ended' }
  /** The person who took it over has left; it rests until it is handed back. */
  | { next: 'rest' }
  | { next: 'kill'; text: string }
  | { next: 'log-in'; text: string }
  /** Another attempt would come to the same. */
  | { next: 'give-up'; reason: EndReason; text: string }
  | { next: 'fail'; reason: EndReason; text: string }
  /** Another attempt, or failed with the reason when none is left. */
  | { next: 'retry'; cause: RetryCause; reason: EndReason; text: string };

const SIGNAL_BASE = 128;
/** Attempts of one session that begin within this time are quick: a machine that restarts takes longer. */
export const QUICK_MS = 60_000;
/** So many quick attempts may lose their tmux server at no cost; an agent that ends it pays then. */
const FREE_LOSSES = 3;

/**
 * What it means that an attempt is over while its session was at work. A code that the agent chose is its
 * answer; a signal, or no code at all, is a crash and worth another attempt. So is a conversation that the
 * CLI does not have any more: the next attempt begins a new one.
 */
export function decideLoss(session: Session, end: AttemptEnd): Loss {
  if (end.speaksByExit && end.exitCode === 0) return { next: 'turn-ended' };
  if (end.outOfMemory !== null) return { next: 'give-up', reason: 'memory', text: end.outOfMemory };
  if (end.worldDied) {
    const text = 'the machine or its tmux server went away';
    if (end.quickAttempts <= FREE_LOSSES) return { next: 'retry', cause: 'host-lost', reason: 'lost', text };
    const often = `${text}, with each of ${end.quickAttempts} attempts within a minute`;
    return { next: 'retry', cause: 'host-lost-again', reason: 'lost', text: often };
  }
  if (end.isOnScreen && end.exitCode === 0) {
    return session.takenOver ? { next: 'rest' } : { next: 'kill', text: 'a person left its screen' };
  }
  if (end.closedByPerson) return { next: 'kill', text: 'its pane was closed by a person' };
  const text = describe(end);
  if (end.hadNoRoom)
    return { next: 'retry', cause: 'disk-full', reason: 'disk', text: `the disk was full: ${text}` };
  if (end.isLoginMissing) return { next: 'log-in', text };
  if (end.isRefusedResume) return { next: 'retry', cause: 'refused-resume', reason: 'exit-code', text };
  if (isAnswer(end)) return { next: 'fail', reason: 'exit-code', text };
  return { next: 'retry', cause: 'crash', reason: end.exitCode === null ? 'lost' : 'crash', text };
}

/**
 * The code that a session shows. One that is completed was ended by a signal only because it did not leave
 * after its result, with a server of its own still running, say: that code tells nothing of the work.
 */
export const ownExitCode = (session: Ending, exitCode: number | null): number | null =>
  exitCode !== null && isOurs(session, exitCode) ? null : exitCode;

type Ending = Pick<Session, 'ending' | 'reason'>;

const OUR_SIGNALS: ReadonlySet<number> = new Set([SIGNAL_BASE + 15, SIGNAL_BASE + 9]);

// A crash by a signal is its own; TERM and KILL of what was to be ended are ours.
function isOurs({ ending, reason }: Ending, exitCode: number): boolean {
  if (ending === 'completed') return exitCode > SIGNAL_BASE;
  return OUR_SIGNALS.has(exitCode) && (ending === 'killed' || reason === 'timeout' || reason === 'memory');
}

const isAnswer = ({ exitCode, servesOneTurn }: AttemptEnd): boolean =>
  exitCode !== null && exitCode >= (servesOneTurn ? 0 : 1) && exitCode < SIGNAL_BASE;

/** In one line; and of one that never got to work, below it, all that it complained of. */
function describe({ exitCode, errors, hasWorked }: AttemptEnd): string {
  const lines = errorLines(errors);
  const [last = ''] = lines.slice(-1);
  const text = [exitText(exitCode), last.trim()].filter((part) => part !== '').join(': ');
  return hasWorked || lines.length < 2 ? text : [text, ...lines].join('\n');
}

function exitText(exitCode: number | null): string {
  if (exitCode === null) return 'the agent vanished without an exit code';
  if (exitCode === 0) return 'the agent left without a result';
  if (exitCode > SIGNAL_BASE) return `the agent was ended by signal ${exitCode - SIGNAL_BASE}`;
  return `the agent exited with code ${exitCode}`;
}
