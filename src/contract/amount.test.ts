import { expect, test } from 'vitest';
import { parseMemoryMb } from './amount.ts';

test.each([
  ['512m', 512],
  ['2g', 2048],
  ['1.5G', 1536],
  ['2 GB', 2048],
  ['3GiB', 3072],
  ['1t', 1_048_576],
])('%s of memory is %i MB', (text, mb) => {
  expect(parseMemoryMb(text)).toBe(mb);
});

test.each(['', '12', 'g', '-1g', '2k', '0m', '0.0001m', '1e3m', '2 g b'])(
  '%j is no amount of memory',
  (text) => {
    expect(parseMemoryMb(text)).toBeUndefined();
  },
);
