import { describe, expect, test } from 'vitest';
import { decideDue, MOST_COUNTED, missedText, type Timetable } from './due.ts';
import { scheduledWorkId } from './names.ts';

/** Every ten, up to an end. */
const tens = (end = Number.POSITIVE_INFINITY): Timetable => ({
  next: (after) => {
    const at = (Math.floor(after / 10) + 1) * 10;
    return at > end ? null : at;
  },
  last: (at) => Math.floor(Math.min(at, end) / 10) * 10,
});

describe('a time that has come', () => {
  test('is due at its own moment, and the next one follows', () => {
    expect(decideDue(20, tens(), 20)).toEqual({ at: 20, missed: 0, isMore: false, nextAt: 30 });
    expect(decideDue(20, tens(), 29)).toEqual({ at: 20, missed: 0, isMore: false, nextAt: 30 });
  });

  test('of several only the last is due, and the others are counted', () => {
    expect(decideDue(20, tens(), 50)).toEqual({ at: 50, missed: 3, isMore: false, nextAt: 60 });
  });

  test('has no next one when it was the last of all', () => {
    expect(decideDue(20, tens(40), 99)).toEqual({ at: 40, missed: 2, isMore: false, nextAt: null });
  });

  test('after a very long absence is found without counting all that passed', () => {
    const { next, last } = tens();
    const asked: number[] = [];
    const noting = (after: number): number | null => {
      asked.push(after);
      return next(after);
    };
    const due = decideDue(20, { next: noting, last }, 10_000_005);
    expect(due).toEqual({ at: 10_000_000, missed: MOST_COUNTED, isMore: true, nextAt: 10_000_010 });
    expect(asked.length).toBeLessThan(MOST_COUNTED + 5);
  });
});

test('what was missed is said in words', () => {
  expect(missedText({ missed: 0, isMore: false })).toBe('');
  expect(missedText({ missed: 1, isMore: false })).toBe('; 1 earlier time was missed');
  expect(missedText({ missed: 3, isMore: false })).toBe('; 3 earlier times were missed');
  expect(missedText({ missed: 1_000, isMore: true })).toBe('; more than 1000 earlier times were missed');
});

test('work is named after its time in UTC, with seconds where there are any', () => {
  expect(scheduledWorkId('nightly', Date.UTC(2026, 10, 16, 6, 0, 0))).toBe('nightly-20261116-0600');
  expect(scheduledWorkId('often', Date.UTC(2026, 10, 16, 6, 0, 5))).toBe('often-20261116-060005');
});
