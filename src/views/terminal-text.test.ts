import fc from 'fast-check';
import { expect, test } from 'vitest';
import { terminalFilter } from './terminal-text.ts';

const safe = (text: string, { hasColours = true, isJson = false } = {}): string => {
  const filter = terminalFilter({ hasColours, isJson });
  return filter.pass(text) + filter.end();
};

test.each([
  ['a new title of the window', '\u001b]0;owned\u0007', '␛]0;owned␇'],
  ['the clipboard', '\u001b]52;c;cm0gLXJm\u001b\\', '␛]52;c;cm0gLXJm␛\\'],
  ['a cleared screen', '\u001b[2J\u001b[H', '␛[2J␛[H'],
  ['the alternate screen', '\u001b[?1049h', '␛[?1049h'],
  ['a line that overwrites itself', 'rm -rf /\rls', 'rm -rf /␍ls'],
  ['a reversed name', 'exe\u202etxt.', 'exe<U+202E>txt.'],
  ['an eight-bit sequence', '\u009b2J', '<U+009B>2J'],
  ['text that a backspace hides', 'bad\b\b\bok', 'bad␈␈␈ok'],
])('%s is shown, not obeyed', (_, text, shown) => {
  expect(safe(text)).toBe(shown);
});

test('text, tabs, line ends, emoji and colours stay', () => {
  const text = 'a\tb\n👩‍👩‍👧 é \u001b[1;31mred\u001b[0m\n';
  expect(safe(text)).toBe(text);
  expect(safe('a\r\nb')).toBe('a\nb');
  expect(safe('\u001b[31mred\u001b[0m', { hasColours: false })).toBe('red');
});

test('colours that are left on end with the text', () => {
  expect(safe('\u001b[31mred')).toBe('\u001b[31mred\u001b[0m');
});

test('JSON keeps its meaning', () => {
  const value = { text: 'a\u202eb\u009bc\u007f\u001b[2J' };
  const shown = safe(JSON.stringify(value), { isJson: true });
  expect(['\u202e', '\u009b', '\u007f', '\u001b'].filter((letter) => shown.includes(letter))).toEqual([]);
  expect(JSON.parse(shown)).toEqual(value);
});

test('a stream comes out the same however it is cut', () => {
  const piece = fc.constantFrom(
    '\u001b',
    '[',
    '3',
    '1',
    ';',
    'm',
    '\r',
    '\n',
    'x',
    '\u202e',
    ']0;t',
    '\u0007',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const filter = terminalFilter({ hasColours: true, isJson: false });
      const shown = pieces.map(filter.pass).join('') + filter.end();
      expect(shown).toBe(safe(pieces.join('')));
      const left = pieces.filter((text) => ['\r', '\u0007', '\u202e'].includes(text) && shown.includes(text));
      expect(left).toEqual([]);
    }),
  );
});
