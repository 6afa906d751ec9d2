import fc from 'fast-check';
import { expect, test } from 'vitest';
import { similarityOf, tokensOf } from './similarity.ts';

const word = fc.constantFrom('the', 'hash', 'Python', 'bash', 'log', 'table', 'é', '漢字', '?', 'users', '3');
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));

test('similarity is symmetric, between 0 and 1, and 1 for a text with itself', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      const similarity = similarityOf(one, other);
      expect(similarityOf(other, one)).toBe(similarity);
      expect(similarity).toBeGreaterThanOrEqual(0);
      expect(similarity).toBeLessThanOrEqual(1);
      expect(similarityOf(one, one)).toBe(1);
    }),
  );
});

test('case, punctuation, accents, order and repetition change nothing', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
      fc.pre(tokensOf(words.join(' ')).size > 0);
      const changed = [...words, ...words].reverse().join(', ').toUpperCase();
      expect(similarityOf(words.join(' '), changed)).toBe(1);
    }),
  );
  expect(similarityOf('Größe des Café?', 'grosse des cafe')).toBeGreaterThan(0);
});

test('a word that is added or missing on one side never makes two texts more alike', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      fc.pre(tokensOf(one).size > 0 && tokensOf(other).size > 0);
      expect(similarityOf(`${one} zzz`, other)).toBeLessThanOrEqual(similarityOf(one, other));
    }),
  );
});

const THRESHOLD = 0.6;
test.each([
  ['Should email be unique?', 'Should the e-mail be unique?', true],
  ['Should email be unique?', 'should EMAIL be unique', true],
  [
    'Should I use Python or bash to parse this log file?',
    'Python or bash to parse the log file: which should it be?',
    true,
  ],
  ['Which password hashing algorithm?', 'Which algorithm for password hashing should I use?', true],
  ['Which password hashing algorithm?', 'Which salt for the password hashing algorithm?', true],
  ['Which password hashing algorithm?', 'Which column holds the display name?', false],
  ['Should this be REST or GraphQL?', 'Should this be Postgres or SQLite?', false],
  ['何を使いますか', '何を、使いますか？', true],
  ['???', '!!!', false],
])('of "%s" and "%s" is similar: %s', (one, other, isSimilar) => {
  expect(similarityOf(one, other) >= THRESHOLD).toBe(isSimilar);
});
