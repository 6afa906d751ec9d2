import { expect, test } from 'vitest';
import { canPaste } from './can-paste.ts';

test.each([
  ['plain words', 'Do it.'],
  ['lines with trailing blanks', 'one  \n\n two \n\n'],
  ['simple emoji', 'go 🎭 👍'],
  ['composed letters', 'caf\u00e9 \ud55c\uae00'],
  ['Thai', 'สวัสดีครับ น้ำ'],
  ['blanks of other scripts', 'a\u00a0b\u3000c'],
  ['a sign in the middle', 'use / or ! or & there'],
  ['signs that it does not act on', '#note'],
  ['a backslash', '\\begin and \\'],
  ['a word that leaves the CLI when it stands alone', 'exit'],
  ['three hundred lines', Array.from({ length: 300 }, (_, at) => `line ${at}`).join('\n')],
])('%s are pasted', (_, text) => {
  expect(canPaste(text)).toBe(true);
});

test.each([
  ['a slash command', '/help'],
  ['a shell command', ' !ls'],
  ['a task for elsewhere', '& do it'],
  ['a tab', 'a\tb'],
  ['CRLF', 'a\r\nb'],
  ['an escape', 'a\u001b[201~\rrm -rf x'],
  ['a bell', 'a\u0007b'],
  ['a zero byte', 'a\u0000b'],
  ['a C1 control', 'a\u009bCb'],
  ['a line separator', 'a\u2028b'],
  ['decomposed letters', 'cafe\u0301'],
  ['a skin tone', '👍🏽'],
  ['a family', '👩‍👩‍👧‍👦'],
  ['an emoji by selector', '❤️'],
  ['a flag', '🇩🇪'],
  ['a zero-width space', 'a\u200bb'],
  ['a joiner between letters', 'a\u200db'],
  ['a soft hyphen', 'co\u00adop'],
  ['a variation selector between letters', 'a\ufe0fb'],
  ['a Hangul filler', 'a\u3164b'],
  ['bidi marks', 'a\u202eb\u2066c'],
  ['tags', 'a\u{e0041}b'],
  ['more than a paste takes', 'é'.repeat(15_001)],
])('%s goes by a file', (_, text) => {
  expect(canPaste(text)).toBe(false);
});
