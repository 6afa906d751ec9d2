import { expect, test } from 'vitest';
import { addUse, isAboveMemory, joinUse, memoryText, NO_USE } from './use.ts';

test('what was used once is used for ever; what is used now is the last look', () => {
  const first = { cpuMs: 100, peakKb: 900, nowKb: 900, isOutOfMemory: true };
  expect(joinUse(first, { ...NO_USE, cpuMs: 50, peakKb: 300, nowKb: 300 })).toEqual({
    cpuMs: 100,
    peakKb: 900,
    nowKb: 300,
    isOutOfMemory: true,
  });
  expect(joinUse(NO_USE, NO_USE)).toEqual(NO_USE);
});

test('the time of several attempts adds up, their memory does not, and nothing told is not 0', () => {
  const attempts = [
    { cpuMs: 5, peakKb: 10 },
    { cpuMs: null, peakKb: null },
    { cpuMs: 7, peakKb: 4 },
  ];
  expect(addUse(attempts)).toEqual({ cpuMs: 12, peakKb: 10 });
  expect(addUse([{ cpuMs: null, peakKb: null }])).toEqual({ cpuMs: null, peakKb: null });
});

test('a limit is passed by the first kilobyte above it', () => {
  expect(isAboveMemory(500 * 1024, 500)).toBe(false);
  expect(isAboveMemory(500 * 1024 + 1, 500)).toBe(true);
});

test('why it failed names the limit, and the peak where one was seen', () => {
  expect(memoryText(700_000, 500)).toBe('over its limit of 500 MB of memory, at least 684 MB were used');
  expect(memoryText(1_000, 500)).toBe('over its limit of 500 MB of memory');
  expect(memoryText(null, 500)).toBe('over its limit of 500 MB of memory');
});
