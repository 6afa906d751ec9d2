import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { windowOf } from './virtual.ts';

const VIEW = { scrollTop: 0, viewHeight: 100, spare: 0 };

test('an empty list draws nothing', () => {
  expect(windowOf([], VIEW)).toEqual({ first: 0, end: 0, tops: [], height: 0 });
});

test('a list that is scrolled beyond its end draws nothing', () => {
  const { first, end, height } = windowOf([10, 10], { ...VIEW, scrollTop: 500 });
  expect({ drawn: end - first, height }).toEqual({ drawn: 0, height: 20 });
});

test('every row that can be seen is drawn, and none that is far away', () => {
  const heights = fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 300 });
  fc.assert(
    fc.property(heights, fc.integer({ min: -200, max: 9_000 }), (rows, scrollTop) => {
      const { first, end, tops } = windowOf(rows, { scrollTop, viewHeight: 400, spare: 50 });
      for (const [index, height] of rows.entries()) {
        const top = tops[index] ?? 0;
        const isSeen = top + height > scrollTop && top < scrollTop + 400;
        const isFar = top + height < scrollTop - 50 || top > scrollTop + 450;
        const isDrawn = index >= first && index < end;
        expect((isSeen && !isDrawn) || (isFar && isDrawn)).toBe(false);
      }
    }),
  );
});
