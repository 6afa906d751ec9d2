import { expect, test } from 'vitest';
import { nestingOf, settleNesting } from './nesting.ts';

const none = { depth: 0, childrenPerSession: 20 };
const two = { depth: 2, childrenPerSession: 20 };

test('by the settings a session may begin others down to their depth, and none by default', () => {
  expect(nestingOf({ depth: 0, mayCreate: null }, none).depth).toBe(0);
  const depths = [0, 1, 2, 3].map((depth) => nestingOf({ depth, mayCreate: null }, two).depth);
  expect(depths).toEqual([2, 1, 0, 0]);
});

test('a persona gives rights to what a person begins', () => {
  const mayCreate = { depth: 1, count: 5 };
  expect(settleNesting(mayCreate, null, none)).toEqual(mayCreate);
  expect(nestingOf({ depth: 0, mayCreate }, none)).toEqual(mayCreate);
});

test('below a session a persona takes rights away, and never gives more than are left', () => {
  const parent = { depth: 0, mayCreate: { depth: 2, count: 5 } };
  expect(settleNesting(null, parent, none)).toEqual({ depth: 1, count: 5 });
  expect(settleNesting({ depth: 9, count: 900 }, parent, none)).toEqual({ depth: 1, count: 5 });
  expect(settleNesting({ depth: 0, count: 0 }, parent, none)).toEqual({ depth: 0, count: 0 });
  const plain = { depth: 0, mayCreate: null };
  expect(settleNesting(null, plain, two)).toBeNull();
  expect(settleNesting({ depth: 9, count: 900 }, plain, two)).toEqual({ depth: 1, count: 20 });
  expect(settleNesting({ depth: 9, count: 9 }, { depth: 3, mayCreate: null }, two)?.depth).toBe(0);
});
