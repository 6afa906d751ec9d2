import { expect, test } from 'vitest';
import { splitDue, stillSince } from './alert.ts';

test('a session is still since its last sign, and one that waits for a person never is', () => {
  const seen = { stateSince: 100, failures: 0 };
  expect(stillSince({ ...seen, state: 'working' }, 250)).toBe(250);
  expect(stillSince({ ...seen, state: 'working' }, null)).toBe(100);
  expect(stillSince({ ...seen, state: 'starting' }, 250)).toBe(100);
  expect(stillSince({ ...seen, state: 'waiting' }, 250)).toBeNull();
  expect(stillSince({ ...seen, state: 'parked' }, 250)).toBeNull();
  expect(stillSince({ ...seen, state: 'parked', failures: 2 }, 250)).toBe(100);
});

test('what is due is told now, and the next of the others says when to look again', () => {
  expect(splitDue([5, 10, 20, 30], (at) => at, 10)).toEqual({ due: [5, 10], nextAt: 20 });
  expect(splitDue([5], (at) => at, 10)).toEqual({ due: [5], nextAt: null });
});
