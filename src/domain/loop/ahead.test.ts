import { expect, test } from 'vitest';
import { mayComeReady, type OpenWork } from './ahead.ts';

const work = (id: string, standing: OpenWork['standing'], ...waitsFor: string[]): OpenWork => ({
  id,
  standing,
  waitsFor,
});

test('what is held or due later may come; what is past its deadline does not', () => {
  expect(mayComeReady([work('a', 'in_progress')], [])).toBe(true);
  expect(mayComeReady([work('a', 'scheduled')], [])).toBe(true);
  expect(mayComeReady([work('a', 'overdue')], [])).toBe(false);
  expect(mayComeReady([], [work('b', 'ready')])).toBe(false);
});

test('blocked work may come when all that it waits for may, whichever worker does that', () => {
  const wanted = [work('a', 'blocked', 'b', 'c')];
  expect(mayComeReady(wanted, [work('b', 'ready'), work('c', 'blocked', 'b')])).toBe(true);
  expect(mayComeReady(wanted, [work('b', 'ready'), work('c', 'overdue')])).toBe(false);
  expect(mayComeReady(wanted, [work('b', 'ready')])).toBe(false);
});

test('work that waits for itself around a corner never comes', () => {
  expect(mayComeReady([work('a', 'blocked', 'b'), work('b', 'blocked', 'a')], [])).toBe(false);
});
