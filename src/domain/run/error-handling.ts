import { hasTryLeft } from '../retry/retry.ts';

export type ErrorCategory = 'agent_error' | 'routing_error' | 'timeout' | 'system_error';

/** All that can go wrong in a run. */
export type RunErrorCause =
  /** The session of a role ended badly, for good: its own retries are used up. */
  | 'role-lost'
  /** The same, because it fell silent or took too long. */
  | 'role-timed-out'
  /** A role ended its turn without the message that its stage needs. */
  | 'role-silent'
  /** A stage was entered as often as it may be. */
  | 'limit-reached'
  | 'too-many-messages'
  /** The workflow leads nowhere from here. */
  | 'dead-end'
  | 'time-used-up'
  /** Malformed, or for a recipient that does not exist. */
  | 'unroutable-message'
  /** For a role that has no session at the moment. */
  | 'absent-recipient'
  /** A round of the run failed: disk, permissions, git, tmux. */
  | 'fault';

type LossCause = Extract<RunErrorCause, 'role-lost' | 'role-timed-out'>;

export type RunError = Readonly<{
  cause: RunErrorCause;
  message: string;
  /** Null when it concerns the run as a whole. */
  role: string | null;
}>;

export type ErrorFacts = Readonly<{
  /** What the workflow says of errors that nothing else handles. */
  strategy: 'ask' | 'fail';
  /** The run can go on without the role. */
  isOptional: boolean;
  /** How often the role was reminded since it last said something that counts. */
  nudges: number;
  /** What failed may work a moment later: a full disk, not a missing permission. */
  isPassing: boolean;
}>;

export type Recovery =
  /** The same round again, later. */
  | 'retry'
  /** Remind the role of what its stage needs. */
  | 'nudge'
  /** Go on without the role. */
  | 'degrade'
  /** A person says how the run goes on. */
  | 'ask'
  | 'fail'
  /** The sender is told why; the message is kept for a look. */
  | 'dead-letter'
  /** The message waits in the inbox for the next session of its recipient. */
  | 'leave-in-inbox';

type Handling = Readonly<{ category: ErrorCategory; decide: (facts: ErrorFacts) => Recovery }>;

const giveUpRole = ({ isOptional, strategy }: ErrorFacts): Recovery => (isOptional ? 'degrade' : strategy);

const remind = (facts: ErrorFacts): Recovery =>
  hasTryLeft('role-silent', { failures: facts.nudges + 1 }) ? 'nudge' : giveUpRole(facts);

const tryAgain = ({ isPassing }: ErrorFacts): Recovery =>
  hasTryLeft('round-fault', { failures: 1, isHopeless: !isPassing }) ? 'retry' : 'fail';

const HANDLING: Readonly<Record<RunErrorCause, Handling>> = {
  'role-lost': { category: 'agent_error', decide: giveUpRole },
  'role-timed-out': { category: 'timeout', decide: giveUpRole },
  'role-silent': { category: 'agent_error', decide: remind },
  'limit-reached': { category: 'agent_error', decide: ({ strategy }) => strategy },
  'too-many-messages': { category: 'agent_error', decide: () => 'fail' },
  'dead-end': { category: 'agent_error', decide: () => 'fail' },
  'time-used-up': { category: 'timeout', decide: () => 'fail' },
  'unroutable-message': { category: 'routing_error', decide: () => 'dead-letter' },
  'absent-recipient': { category: 'routing_error', decide: () => 'leave-in-inbox' },
  fault: { category: 'system_error', decide: tryAgain },
};

export const RUN_ERROR_CAUSES = Object.keys(HANDLING) as readonly RunErrorCause[];

/** What to do about an error. Programs, verbs and the supervisor obey it, and decide nothing of the kind. */
export const decideRecovery = (cause: RunErrorCause, facts: ErrorFacts): Recovery =>
  HANDLING[cause].decide(facts);

export type ErrorRecord = Readonly<{
  category: ErrorCategory;
  role: string | null;
  message: string;
  recovered: boolean;
}>;

/** What is kept of an error; `recovered` says whether the run goes on after it. */
export const recordOf = ({ cause, role, message }: RunError, recovery: Recovery): ErrorRecord => ({
  category: HANDLING[cause].category,
  role,
  message,
  recovered: recovery !== 'fail',
});

/** Why a role is lost whose session ended badly. */
export const lossCause = ({ isTimeout = false }: Readonly<{ isTimeout?: boolean }>): LossCause =>
  isTimeout ? 'role-timed-out' : 'role-lost';
