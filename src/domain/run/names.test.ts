import { expect, test } from 'vitest';
import { nextSessionId, roleSessionId, runKey, runOfKey } from './names.ts';

test.each([
  ['cook', '17-cook', '17-cook-2'],
  ['cook', '17-cook-2', '17-cook-3'],
  ['cook-9', '17-cook-9', '17-cook-9-2'],
  ['cook-9', '17-cook-9-10', '17-cook-9-11'],
])('after the session of %s called %s comes %s', (role, last, next) => {
  expect(nextSessionId('17', role, last)).toBe(next);
});

test('the first session of a role has no number', () => {
  expect(roleSessionId('17', 'cook')).toBe('17-cook');
});

test('the key of a run leads back to it, and the id of a session to none', () => {
  expect(runOfKey(runKey('17'))).toBe('17');
  expect(runOfKey('17-cook')).toBeNull();
});
