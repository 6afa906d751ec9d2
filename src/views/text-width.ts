import stringWidth from 'string-width';

/** Columns that a text takes on a terminal, which draws some letters wide and some not at all. */
export const textWidth = (text: string): number => (PLAIN.test(text) ? text.length : stringWidth(text));

// Letters, punctuation, arrows and lines of one column each: nearly all texts, and no library to set up.
const PLAIN = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2199\u2500-\u257f]*$/;

const ELLIPSIS = '…';

// A segmenter takes longer to set up than a plain text to cut.
let segmenter: Intl.Segmenter | undefined;

function splitLetters(text: string): Iterable<string> {
  if (PLAIN.test(text)) return text;
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The text, or as much of its beginning as fits, with a sign that it was cut. */
export function cutText(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = '';
  let taken = textWidth(ELLIPSIS);
  for (const letter of splitLetters(text)) {
    taken += textWidth(letter);
    if (taken > width) break;
    cut += letter;
  }
  return `${cut.trimEnd()}${ELLIPSIS}`;
}

/** Lines that are not wider than this; words that are get cut. Later lines begin with the indent. */
export function wrapText(text: string, width: number, indent = ''): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let isBegun = false;
  for (const word of text.split(' ')) {
    const longer = isBegun ? `${line} ${word}` : `${line}${word}`;
    if (textWidth(longer) <= width) {
      line = longer;
    } else {
      if (isBegun && line.trim() !== '') lines.push(line);
      const [rest, ...full] = cutWord(
        `${lines.length === 0 ? '' : indent}${word}`,
        width,
        indent,
      ).toReversed();
      lines.push(...full.toReversed());
      line = rest ?? '';
    }
    isBegun = true;
  }
  return [...lines, line];
}

function cutWord(word: string, width: number, indent: string): readonly string[] {
  const parts: string[] = [''];
  for (const letter of word) {
    const last = parts.length - 1;
    if (textWidth(`${parts[last]}${letter}`) > width) parts.push(`${indent}${letter}`);
    else parts[last] += letter;
  }
  return parts;
}
