import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearest } from './nearest.ts';

test('a word with one wrong, missing, added or swapped letter is recognised', () => {
  for (const typo of ['limots', 'limit', 'limitss', 'limist']) {
    expect(nearest(typo, ['paths', 'limits', 'retries'])).toEqual(['limits']);
  }
});

test('a beginning or an end of a candidate counts as meant', () => {
  expect(nearest('grafana', ['prometheus-agent', 'grafana-validator'])).toEqual(['grafana-validator']);
  expect(nearest('validator', ['prometheus-agent', 'grafana-validator'])).toEqual(['grafana-validator']);
});

test('a word unlike all candidates suggests nothing', () => {
  expect(nearest('zebra', ['limits', 'paths'])).toEqual([]);
  expect(nearest('', ['a', 'ab'])).toEqual([]);
});

test('the distance is the same both ways, and nought only for equal words', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      expect(editDistance(a, b)).toBe(editDistance(b, a));
      expect(editDistance(a, b) === 0).toBe(a === b);
      expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});
