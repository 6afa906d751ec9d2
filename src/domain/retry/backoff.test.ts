import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

const bounds = { firstMs: 1_000, capMs: 300_000 };

test('the wait doubles with each failure in a row', () => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(bounds, failures))).toEqual([1_000, 2_000, 4_000, 8_000]);
});

test('the wait never shrinks, never passes its cap, and is never shorter than the first', () => {
  fc.assert(
    fc.property(fc.integer({ min: -5, max: 10_000 }), (failures) => {
      const wait = backoffMs(bounds, failures);
      expect(wait).toBeGreaterThanOrEqual(bounds.firstMs);
      expect(wait).toBeLessThanOrEqual(bounds.capMs);
      expect(backoffMs(bounds, failures + 1)).toBeGreaterThanOrEqual(wait);
    }),
  );
});
