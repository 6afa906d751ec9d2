import { expect, test } from 'vitest';
import { rememberedFor } from './loop-ports.ts';

test('an answer counts for a while, and a failure not at all', async () => {
  const clock = { at: 0, looks: 0, isBroken: false };
  const look = rememberedFor(100, {
    look: async () => {
      clock.looks += 1;
      if (clock.isBroken) throw new Error('out of reach');
      return clock.looks;
    },
    now: () => clock.at,
  });
  expect([await look(), await look()]).toEqual([1, 1]);
  clock.at = 100;
  clock.isBroken = true;
  await expect(look()).rejects.toThrow('out of reach');
  clock.isBroken = false;
  expect(await look()).toBe(3);
});
