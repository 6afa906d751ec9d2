import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { cutText, textWidth } from './text-width.ts';

test.each([
  ['plain', 5],
  ['日本語', 6],
  ['🟢', 2],
  ['👩‍👩‍👧', 2],
  ['e\u0301', 1],
  ['\u001b[31mred\u001b[39m', 3],
])('%j takes %d columns', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test('a text that does not fit is cut where all can see it, and never inside of a letter', () => {
  expect(cutText('Mend the login', 14)).toBe('Mend the login');
  expect(cutText('Mend the login', 13)).toBe('Mend the log…');
  expect(cutText('Mend the login', 6)).toBe('Mend…');
  expect(cutText('日本語のログイン', 6)).toBe('日本…');
  expect(cutText('👩‍👩‍👧👩‍👩‍👧', 3)).toBe('👩‍👩‍👧…');
});

test('what is counted without the library takes as many columns as the library says', () => {
  const differing: string[] = [];
  for (let code = 0x20; code < 0x2600; code += 1) {
    const text = `a${String.fromCodePoint(code)}b`;
    if (textWidth(text) !== stringWidth(text)) differing.push(code.toString(16));
  }
  expect(differing).toEqual([]);
});
