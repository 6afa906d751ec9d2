import { expect, test } from 'vitest';
import { isAwaiting } from './child-wait.ts';

const wait = { key: 'k', attempt: 2, sessionIds: ['a'], since: 0, until: 100 };
const on = { attempt: 2, isThere: true, isAllOver: false, now: 99 };

test('a wait goes on until all are over, its time is up, or its asker is gone', () => {
  expect(isAwaiting(wait, on)).toBe(true);
  expect(isAwaiting(wait, { ...on, isAllOver: true })).toBe(false);
  expect(isAwaiting(wait, { ...on, now: 100 })).toBe(false);
  expect(isAwaiting(wait, { ...on, isThere: false })).toBe(false);
  expect(isAwaiting(wait, { ...on, attempt: 3 })).toBe(false);
});
