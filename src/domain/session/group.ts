import { isOver, type Session, type SessionState } from './session.ts';

/** What a session wants of the person who looks, most urgent first. */
export const SESSION_GROUPS = ['needs-you', 'review', 'working', 'waiting', 'done'] as const;
export type SessionGroup = (typeof SESSION_GROUPS)[number];

// Where nothing else is known. A question puts a session into `needs-you`, whatever it does meanwhile.
const GROUP: Readonly<Record<SessionState, SessionGroup>> = {
  created: 'waiting',
  starting: 'working',
  working: 'working',
  idle: 'waiting',
  waiting: 'waiting',
  parked: 'waiting',
  stopping: 'working',
  completed: 'done',
  failed: 'done',
  killed: 'done',
};

type GroupFacts = Readonly<{
  hasQuestion: boolean;
  /** Its branch has commits that the checkout does not have. */
  isUnmerged: boolean;
}>;

export function groupOf(
  session: Pick<Session, 'state'>,
  { hasQuestion, isUnmerged }: GroupFacts,
): SessionGroup {
  if (hasQuestion && !isOver(session)) return 'needs-you';
  if (isUnmerged && session.state === 'completed') return 'review';
  return GROUP[session.state];
}
