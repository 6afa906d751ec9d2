import { expect, test } from 'vitest';
import { lazy } from './lazy.ts';

test('a port is loaded once, by the first use of it', async () => {
  let loads = 0;
  const port = lazy(async () => {
    loads += 1;
    return { add: async (a: number, b: number) => a + b };
  });
  expect(loads).toBe(0);
  expect([await port.add(1, 2), await port.add(3, 4)]).toEqual([3, 7]);
  expect(loads).toBe(1);
});

test('a port can be awaited as what it is', async () => {
  const port = lazy(async () => ({ look: async () => 'seen' }));
  expect(await (await port).look()).toBe('seen');
});

test('a method that the port lacks is an error, not a silent nothing', async () => {
  const port = lazy(
    async (): Promise<{ look(): Promise<string>; find?(): Promise<string> }> => ({
      look: async () => 'seen',
    }),
  );
  await expect(port.find?.()).rejects.toThrow('The port has no method "find"');
});

test('a port with a plain value, or a method that answers at once, does not compile', () => {
  // @ts-expect-error A value cannot be loaded by its first use.
  lazy(async () => ({ isOnePlan: true }));
  // @ts-expect-error It would answer with a promise, which is always true.
  lazy(async () => ({ hasOddities: () => false }));
  expect(typeof lazy(async () => ({ list: async () => [] })).list).toBe('function');
});
