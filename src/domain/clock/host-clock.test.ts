import { describe, expect, test } from 'vitest';
import { type ClockReading, jumpBetween, unseenBetween } from './host-clock.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const T0 = 1_700_000_000_000;
const reading = (changes: Partial<ClockReading> = {}): ClockReading => ({
  wall: T0,
  steady: 5_000,
  boot: 'b1',
  ...changes,
});
const later = (ms: number, jumpMs = 0): ClockReading =>
  reading({ wall: T0 + ms + jumpMs, steady: 5_000 + ms });

describe('a jump of the wall clock', () => {
  test.each([2 * HOUR, -2 * HOUR, 3_000, -3_000])('of %d ms is told from the time that passed', (jump) => {
    expect(jumpBetween(reading(), later(5_000, jump))).toBe(jump);
  });

  test('is none where time passes, however long', () => {
    expect(jumpBetween(reading(), later(30 * 24 * HOUR))).toBe(0);
  });

  test('is none where the clock is corrected slowly, or by a second', () => {
    expect(jumpBetween(reading(), later(5_000, 1_500))).toBe(0);
    expect(jumpBetween(reading(), later(24 * HOUR, -40_000))).toBe(0);
  });
});

describe('time that no supervisor saw', () => {
  test('is what goes beyond the longest time between two looks', () => {
    expect(unseenBetween(reading(), later(MINUTE), MINUTE)).toBe(0);
    expect(unseenBetween(reading(), later(2 * HOUR + MINUTE), MINUTE)).toBe(2 * HOUR);
  });

  test('is nearly all of it where the machine was off', () => {
    const rebooted = reading({ wall: T0 + 8 * HOUR, steady: 10, boot: 'b2' });
    expect(unseenBetween(reading(), rebooted, MINUTE)).toBe(8 * HOUR - MINUTE);
    expect(unseenBetween(reading(), { ...rebooted, wall: T0 - HOUR }, MINUTE)).toBe(-HOUR);
    expect(unseenBetween(reading(), { ...rebooted, wall: T0 + 30_000 }, MINUTE)).toBe(0);
  });
});
