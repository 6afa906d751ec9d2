import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `l${index + 1}`);

test('only a few of the lines that stay are told, and how many are not', () => {
  const before = numbered(12);
  const after = before.map((line) => (line === 'l6' ? 'six' : line));
  expect(lineDiff(`${before.join('\n')}\n`, `${after.join('\n')}\n`)).toEqual([
    '@@ 2 unchanged lines @@',
    ' l3',
    ' l4',
    ' l5',
    '-l6',
    '+six',
    ' l7',
    ' l8',
    ' l9',
    '@@ 3 unchanged lines @@',
  ]);
});

test('lines that are said twice are counted once', () => {
  expect(lineDiff('a\na\n', 'a\na\na\n')).toEqual([' a', ' a', '+a']);
});

test('a lost line feed at the end is seen', () => {
  expect(lineDiff('a\n', 'a')).toEqual([' a', '+\\ no line feed at the end']);
});
