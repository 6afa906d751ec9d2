import { SESSION_STATES, type SessionState } from './session.ts';

/** The five words that people know; several states share one. */
export type Status = 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'KILLED';

const STATUS: Record<SessionState, Status> = {
  created: 'CREATED',
  starting: 'RUNNING',
  working: 'RUNNING',
  idle: 'RUNNING',
  waiting: 'RUNNING',
  parked: 'RUNNING',
  stopping: 'RUNNING',
  completed: 'COMPLETED',
  failed: 'FAILED',
  killed: 'KILLED',
};

export const statusOf = (state: SessionState): Status => STATUS[state];

export const statesOf = (status: Status): readonly SessionState[] =>
  SESSION_STATES.filter((state) => STATUS[state] === status);
