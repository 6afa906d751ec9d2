import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEARCHED_LETTERS, searchWords } from './search-words.ts';

test('a text is found by its words, whatever their case, accents and punctuation', () => {
  expect(searchWords('Fix: auth.ts (Zürich), "AUTH" OR x-1*')).toEqual([
    'fix',
    'auth',
    'ts',
    'zurich',
    'or',
    'x',
    '1',
  ]);
});

test('scripts without blanks are found by each letter', () => {
  expect(searchWords('日本go語')).toEqual(['日', '本', 'go', '語']);
  expect(searchWords('⺀日')).toEqual(['日']);
});

test('nothing but letters and digits is left, and no word is too long to be indexed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const isWord = (word: string) => /^[\p{L}\p{N}]+$/u.test(word) && [...word].length <= 64;
      expect(searchWords(text).filter((word) => !isWord(word))).toEqual([]);
    }),
  );
  expect(searchWords('x'.repeat(10_000))).toEqual(['x'.repeat(64)]);
});

test('what lies beyond the searched part is not found', () => {
  expect(searchWords(`${'a '.repeat(SEARCHED_LETTERS / 2)} beyond`)).toEqual(['a']);
});
