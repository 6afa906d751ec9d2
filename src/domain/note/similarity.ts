/** Words that say nothing about what a question is about. */
const FILLERS: ReadonlySet<string> = new Set(
  `a about again an and any are as be by can could do does for from how i if in is it its may me must my of
  on or our should so than that the then there this to up us use we what when where which who will with would
  you your`.split(/\s+/),
);

// Scripts that put no space between words are compared letter by letter.
const TOKEN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu;

// "e-mail" and "email" are one word.
const MARKS = /\p{M}|(?<=\p{L})-(?=\p{L})/gu;

const wordsOf = (text: string): readonly string[] =>
  text.normalize('NFKD').replace(MARKS, '').toLowerCase().match(TOKEN) ?? [];

/** The words that matter, each once. Of a text that has only fillers, those. */
export function tokensOf(text: string): ReadonlySet<string> {
  const words = wordsOf(text);
  const telling = words.filter((word) => !FILLERS.has(word));
  return new Set(telling.length === 0 ? words : telling);
}

/** How much two questions have in common: 0 for nothing, 1 for the same words. */
export function similarityOf(one: string, other: string): number {
  const [left, right] = [tokensOf(one), tokensOf(other)];
  if (left.size === 0 || right.size === 0) return one.trim() === other.trim() ? 1 : 0;
  const shared = [...left].filter((token) => right.has(token)).length;
  return shared / (left.size + right.size - shared);
}
