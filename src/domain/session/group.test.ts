import { expect, test } from 'vitest';
import { groupOf } from './group.ts';
import { SESSION_STATES } from './session.ts';

const nothing = { hasQuestion: false, isUnmerged: false };

test('every state has its group', () => {
  const groups = SESSION_STATES.map((state) => `${state}: ${groupOf({ state }, nothing)}`);
  expect(groups).toEqual([
    'created: waiting',
    'starting: working',
    'working: working',
    'idle: waiting',
    'waiting: waiting',
    'parked: waiting',
    'stopping: working',
    'completed: done',
    'failed: done',
    'killed: done',
  ]);
});

test('an open question needs a person until the session is over', () => {
  const asked = SESSION_STATES.filter(
    (state) => groupOf({ state }, { ...nothing, hasQuestion: true }) === 'needs-you',
  );
  expect(asked).toEqual(['created', 'starting', 'working', 'idle', 'waiting', 'parked', 'stopping']);
});

test('only what ended well is ready for review', () => {
  const ready = SESSION_STATES.filter(
    (state) => groupOf({ state }, { ...nothing, isUnmerged: true }) === 'review',
  );
  expect(ready).toEqual(['completed']);
});
