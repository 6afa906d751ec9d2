/**
 * Text of agents, shown so that a person sees what is there. What a terminal would obey, draw as nothing or
 * draw in another order becomes its code point, such as <U+001B>.
 */

const UNSEEN = [
  // Controls, but for line feed and tab.
  '[^\\P{Cc}\\n\\t]',
  // Zero-width and bidi characters, unless one joins two emoji.
  '(?<!\\p{Emoji}\\ufe0f?)\\u200d|\\u200d(?!\\p{Emoji})|[^\\P{Cf}\\u200d]',
  // Separators of lines, and blanks that look like the common one.
  '[\\p{Zl}\\p{Zp}]|[^\\P{Zs} \\u3000]',
  // Halves of a surrogate pair.
  '\\p{Cs}',
  // Letters that are drawn as nothing, and selectors that do not belong to an emoji.
  '[\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0]|(?<!\\p{Emoji})[\\ufe00-\\ufe0f]',
].join('|');
const PLAIN = /^[\n\t -~]*$/;
let unseen: RegExp | undefined;

/** Line feeds and tabs stay as they are. */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  // Lazy: to set it up costs more than most texts, which need none of it.
  unseen ??= new RegExp(UNSEEN, 'gu');
  return text.replace(unseen, codeOf);
}

/** The same on one line: what was a line feed is still seen. */
export const visibleLine = (text: string): string =>
  visibleText(text.trim()).replaceAll('\n', '⏎').replaceAll('\t', ' ');

const codeOf = (letter: string): string =>
  `<U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
