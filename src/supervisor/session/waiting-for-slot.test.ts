import { expect, test } from 'vitest';
import { aSession } from '../../../tests/store/rows.ts';
import type { Session, SessionState } from '../../domain/session/session.ts';
import { hasNoTask, listWaiting } from './waiting-for-slot.ts';

const aLive = (changes: Partial<Session>) => ({ ...aSession(changes), hasQueued: false, isDependent: false });
const live = (...states: SessionState[]) => states.map((state, index) => aLive({ id: `s${index}`, state }));

test('no session is woken while every slot is taken', () => {
  expect(listWaiting(live('starting', 'working', 'created', 'idle', 'waiting'), 2)).toEqual([]);
});

test('as many newcomers are woken as there are slots, first come first', () => {
  expect(listWaiting(live('working', 'created', 'created', 'created'), 3)).toEqual(['s1', 's2']);
});

test('all who rest and have something queued, or may have been answered, are woken', () => {
  const queued = live('idle', 'waiting', 'parked', 'stopping').map((one) => ({ ...one, hasQueued: true }));
  expect(listWaiting(queued, 1)).toEqual(['s0', 's1']);
});

test('who rests with nothing to do wants no slot', () => {
  expect(listWaiting(live('idle'), 1)).toEqual([]);
});

test('more sessions at work than slots, as after one woke by itself, leave none free', () => {
  expect(listWaiting(live('working', 'working', 'created'), 1)).toEqual([]);
});

test('of the roles of a run those that have a task are woken, and they stand before no other', () => {
  const roles = ['architect', 'developer', 'reviewer'].map((role) => ({
    ...aLive({ id: `1-${role}`, state: 'created', runId: '1', role }),
    hasQueued: role !== 'architect',
  }));
  expect(listWaiting([...roles, ...live('created', 'created')], 1)).toEqual([
    '1-developer',
    '1-reviewer',
    's0',
  ]);
  expect(roles.filter(hasNoTask).map(({ id }) => id)).toEqual(['1-architect']);
});
