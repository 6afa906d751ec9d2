import { expect, test } from 'vitest';
import { renderDuration } from './duration.ts';

test.each([
  [-5, '0s'],
  [999, '0s'],
  [59_999, '59s'],
  [332_000, '5m 32s'],
  [128_000, '2m 8s'],
  [3_600_000, '1h 0m'],
  [86_399_000, '23h 59m'],
  [90_000_000, '1d 1h'],
])('%d ms reads %s', (ms, text) => {
  expect(renderDuration(ms)).toBe(text);
});
