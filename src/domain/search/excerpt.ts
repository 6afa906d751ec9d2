/** Letters before the first term, so that one reads what it is about. */
const LEAD = 40;
const LETTERS = 200;

/** The part of a text around the first of its terms, on one line. */
export function excerptOf(text: string, terms: readonly string[]): string {
  const positions = terms.map((term) => positionOf(text, term)).filter((position) => position >= 0);
  const first = positions.length === 0 ? 0 : Math.min(...positions);
  const from = first <= LEAD ? 0 : wordStart(text, first - LEAD);
  const letters = [...text.slice(from, from + 2 * LETTERS).replaceAll(/\s+/g, ' ')];
  const isCut = letters.length > LETTERS || from + 2 * LETTERS < text.length;
  return `${from > 0 ? '…' : ''}${letters.slice(0, LETTERS).join('').trim()}${isCut ? '…' : ''}`;
}

// A letter may become several when it is made small: positions in the small text are not those in the text.
function positionOf(text: string, term: string): number {
  const at = text.toLowerCase().indexOf(term);
  return at < 0 ? at : Math.min(at, text.length - 1);
}

/** Not in the middle of a word, unless it is a long one. */
function wordStart(text: string, from: number): number {
  const blank = text.slice(from, from + LEAD).search(/\s/);
  return blank < 0 ? afterHalf(text, from) : from + blank + 1;
}

const afterHalf = (text: string, at: number): number =>
  /[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at;
