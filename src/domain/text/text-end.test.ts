import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keepTextEnd } from './text-end.ts';

const endOf = (parts: readonly string[], most: number) => {
  const kept = keepTextEnd(most);
  for (const part of parts) kept.add(part);
  return kept.end();
};

test('a text that fits is kept whole', () => {
  expect(endOf(['one ', 'two'], 7)).toEqual({ text: 'one two', cut: 0 });
  expect(endOf([], 7)).toEqual({ text: '', cut: 0 });
});

test('of a longer one the end is kept, and what is missing is counted', () => {
  expect(endOf(['one ', 'two ', 'three'], 5)).toEqual({ text: 'three', cut: 8 });
});

test('a letter is never cut in two', () => {
  expect(endOf(['a😀b'], 2)).toEqual({ text: 'b', cut: 3 });
});

test('however it comes in parts, the end is the same', () => {
  const parts = fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 30 }), (some, most) => {
      const whole = endOf([some.join('')], most);
      const { text, cut } = endOf(some, most);
      expect(some.join('').endsWith(text)).toBe(true);
      expect(text.length).toBeLessThanOrEqual(most);
      expect(cut + text.length).toBe(some.join('').length);
      expect({ text, cut }).toEqual(whole);
    }),
  );
});
