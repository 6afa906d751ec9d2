import { expect, test } from 'vitest';
import { parsePayload } from './question-payload.ts';

test('a payload is read by the schema of its kind', () => {
  const payload = { requestId: 'r', input: null };
  expect(parsePayload({ kind: 'permission', payload })).toEqual(payload);
  expect(() => parsePayload({ kind: 'login', payload })).toThrow(/why/);
});
