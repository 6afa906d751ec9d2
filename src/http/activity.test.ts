import { expect, test } from 'vitest';
import { Activity } from './activity.ts';

test('the server is not idle while one viewer stays, and time counts from when the last one left', () => {
  let now = 0;
  const activity = new Activity(() => now);
  now = 500;
  expect(activity.idleMs).toBe(500);
  const [first, second] = [activity.enter(), activity.enter()];
  first();
  first();
  now = 9_000;
  expect(activity.idleMs).toBe(0);
  second();
  now = 9_100;
  expect([activity.idleMs, activity.viewers]).toEqual([100, 0]);
  activity.touch();
  expect(activity.idleMs).toBe(0);
});
