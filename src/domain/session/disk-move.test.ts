import { expect, test } from 'vitest';
import { decideDisk } from './disk-move.ts';

const MB = 1024 * 1024;
const limits = { warnMb: 100, failMb: 500 };

test('a folder is warned about above the first limit and ends its session above the second', () => {
  expect(decideDisk(100 * MB, limits)).toBe('rest');
  expect(decideDisk(100 * MB + 1, limits)).toBe('warn');
  expect(decideDisk(500 * MB, limits)).toBe('warn');
  expect(decideDisk(500 * MB + 1, limits)).toBe('fail');
});
