import { expect, test } from 'vitest';
import { jsonParsedOnce } from './table.ts';

const column = () => jsonParsedOnce<Readonly<{ n: number }>>('state');

test('the same text is parsed once, and another one is another value', () => {
  const { fromValue } = column();
  const first = fromValue('{"n":1}');
  expect(first).toEqual({ n: 1 });
  expect(fromValue('{"n":1}')).toBe(first);
  expect(fromValue('{"n":2}')).toEqual({ n: 2 });
});

test('only the texts that were read last are kept', () => {
  const { fromValue } = column();
  const kept = fromValue('{"n":-1}');
  const forgotten = fromValue('{"n":-2}');
  for (let n = 0; n < 20; n += 1) {
    fromValue(`{"n":${n}}`);
    expect(fromValue('{"n":-1}')).toBe(kept);
  }
  expect(fromValue('{"n":-2}')).not.toBe(forgotten);
});
