import { expect, test } from 'vitest';
import { listJsonTexts } from './find-json.ts';

test('a message may be JSON itself, or end with a block of it', () => {
  expect(listJsonTexts(' {"a": 1}\n')).toEqual(['{"a": 1}']);
  const talk = 'First:\n```json\n{"a": 1}\n```\nNo, rather:\n```\n{"a": 2}\n```\nThat is it.';
  expect(listJsonTexts(talk).at(-1)).toBe('{"a": 2}');
});
