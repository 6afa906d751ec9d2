import { expect, test } from 'vitest';
import { parseNumstat } from './numstat.ts';

test('files are read with their lines; one that is not text has none, a renamed one has both names', () => {
  const text = '3\t1\tsrc/a b.ts\0-\t-\tlogo.png\0' + '2\t0\t\0old\tname\0new\nname\0' + '0\t5\tgone\0';
  expect(parseNumstat(text)).toEqual([
    { path: 'src/a b.ts', from: null, added: 3, deleted: 1 },
    { path: 'logo.png', from: null, added: null, deleted: null },
    { path: 'new\nname', from: 'old\tname', added: 2, deleted: 0 },
    { path: 'gone', from: null, added: 0, deleted: 5 },
  ]);
});

test('no change is no file', () => {
  expect(parseNumstat('')).toEqual([]);
});
