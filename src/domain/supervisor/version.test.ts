import { expect, test } from 'vitest';
import { isNewer } from './version.ts';

test('versions are compared by their numbers', () => {
  expect(isNewer('0.10.0', '0.9.9')).toBe(true);
  expect(isNewer('1.0.0', '1.0.0')).toBe(false);
  expect(isNewer('1.0.0', '1.0.1')).toBe(false);
  expect(isNewer('1.0.1-rc.1', '1.0.0')).toBe(true);
  expect(isNewer('odd', '1.0.0')).toBe(false);
});
