import type { Session, SessionState } from './session.ts';

export type AttemptPresence = 'absent' | 'alive' | 'over';
export type AttemptMove = 'rest' | 'open' | 'close' | 'note-lost' | 'note-gone';

// Attempts are named after session and number, so one opened just before a crash is found, not doubled.
const MOVE: Record<SessionState, Record<AttemptPresence, AttemptMove>> = {
  created: { absent: 'rest', alive: 'close', over: 'rest' },
  starting: { absent: 'open', alive: 'rest', over: 'note-lost' },
  working: { absent: 'note-lost', alive: 'rest', over: 'note-lost' },
  idle: { absent: 'rest', alive: 'rest', over: 'rest' },
  waiting: { absent: 'rest', alive: 'rest', over: 'rest' },
  parked: { absent: 'rest', alive: 'close', over: 'rest' },
  stopping: { absent: 'note-gone', alive: 'close', over: 'note-gone' },
  completed: { absent: 'rest', alive: 'close', over: 'rest' },
  failed: { absent: 'rest', alive: 'close', over: 'rest' },
  killed: { absent: 'rest', alive: 'close', over: 'rest' },
};

type Wanting = Pick<Session, 'state' | 'isInterrupted'>;

/** A session that waits may have a process that waits too; one that was interrupted has none. */
export const decideAttemptMove = ({ state, isInterrupted }: Wanting, seen: AttemptPresence): AttemptMove =>
  isInterrupted && seen === 'alive' ? 'close' : MOVE[state][seen];
