const WORD_LETTERS = 64;
const MARKS = /\p{M}/gu;
const LETTER = '[\\p{L}\\p{N}]';
// In scripts without blanks between words, each letter is a word; their radicals and signs are no letters.
const ALONE = `(?=${LETTER})[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]`;
const WORDS = new RegExp(`${ALONE}|(?:(?!${ALONE})${LETTER})+`, 'gu');

/** How much of a text can be found by search. */
export const SEARCHED_LETTERS = 64 * 1024;

/**
 * The words by which a text is found, in order and without repetition: small letters and digits alone, so
 * that no engine reads anything else into them, and every engine finds the same.
 */
export function searchWords(text: string): readonly string[] {
  const plain = text.slice(0, SEARCHED_LETTERS).normalize('NFKD').replaceAll(MARKS, '').toLowerCase();
  // A letter may have become many.
  const words = plain.slice(0, SEARCHED_LETTERS).match(WORDS) ?? [];
  return [...new Set(words.map(cutWord))];
}

const cutWord = (word: string): string =>
  word.length <= WORD_LETTERS ? word : [...word].slice(0, WORD_LETTERS).join('');
