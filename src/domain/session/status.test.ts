import { expect, test } from 'vitest';
import { SESSION_STATES } from './session.ts';
import { type Status, statesOf, statusOf } from './status.ts';

const STATUSES: readonly Status[] = ['CREATED', 'RUNNING', 'COMPLETED', 'FAILED', 'KILLED'];

test('every state has one of five words, and every word has its states', () => {
  expect(Object.fromEntries(STATUSES.map((status) => [status, statesOf(status)]))).toEqual({
    CREATED: ['created'],
    RUNNING: ['starting', 'working', 'idle', 'waiting', 'parked', 'stopping'],
    COMPLETED: ['completed'],
    FAILED: ['failed'],
    KILLED: ['killed'],
  });
  for (const state of SESSION_STATES) expect(statesOf(statusOf(state))).toContain(state);
});
