import { expect, test } from 'vitest';
import { lazy } from './lazy.ts';

test('hands are loaded once, when the first of them is used', async () => {
  let loads = 0;
  const hands = lazy(async () => {
    loads += 1;
    return { add: async (a: number, b: number) => a + b };
  });
  expect(loads).toBe(0);
  expect([await hands.add(1, 2), await hands.add(3, 4)]).toEqual([3, 7]);
  expect(loads).toBe(1);
});

test('they can be awaited as what they are', async () => {
  const hands = lazy(async () => ({ look: async () => 'seen' }));
  expect(await (await hands).look()).toBe('seen');
});
