import { expect, test } from 'vitest';
import { shortHash } from './project-paths.ts';

test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
])('the hash of %j is the published one', (text, hash) => {
  expect(shortHash(text)).toBe(hash);
});

test('every hash has sixteen digits', () => {
  const lengths = Array.from({ length: 1000 }, (_, n) => shortHash(`/projects/${n}`).length);
  expect(new Set(lengths)).toEqual(new Set([16]));
});
