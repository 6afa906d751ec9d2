import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';
import { termsOf } from './terms.ts';

test('a query is its words, each once, in small letters', () => {
  expect(termsOf('  The Lock\n the STORE ')).toEqual(['the', 'lock', 'store']);
  expect(termsOf(' \t')).toEqual([]);
});

test('a short text is shown whole, on one line', () => {
  expect(excerptOf('The lock\nof the store', ['store'])).toBe('The lock of the store');
});

test('of a long text the part around the first term is shown, cut between words', () => {
  const long = `${'before '.repeat(100)}the LOCK ${'after '.repeat(100)}`;
  const excerpt = excerptOf(long, ['nowhere', 'lock']);
  expect(excerpt).toMatch(/^…before .*the LOCK after .*…$/);
  expect([...excerpt].length).toBeLessThanOrEqual(202);
});

test('no letter is cut into halves', () => {
  const excerpt = excerptOf(`${'👍'.repeat(80)}lock${'👍'.repeat(300)}`, ['lock']);
  expect(excerpt).toContain('lock');
  expect(encodeURIComponent(excerpt)).toContain('lock');
});
