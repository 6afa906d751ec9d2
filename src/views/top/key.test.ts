import fc from 'fast-check';
import { expect, test } from 'vitest';
import { flushKeys, readKeys } from './key.ts';

test('letters, controls and sequences of a terminal become keys, in order', () => {
  const sent = 'j\u001b[A\u001bOB\u001b[6~\r\u007f\u0003\u001ad\u001b[1;5Cé\u0001';
  expect(readKeys(sent)).toEqual({
    keys: [
      { is: 'typed', text: 'j' },
      { is: 'up' },
      { is: 'down' },
      { is: 'page-down' },
      { is: 'enter' },
      { is: 'erase' },
      { is: 'quit' },
      { is: 'suspend' },
      { is: 'typed', text: 'd' },
      { is: 'unknown' },
      { is: 'typed', text: 'é' },
      { is: 'unknown' },
    ],
    rest: '',
  });
});

test('a pasted text is one key, and no letter of it is', () => {
  expect(readKeys('a\u001b[200~xy\nq\u001b[201~b').keys).toEqual([
    { is: 'typed', text: 'a' },
    { is: 'pasted', text: 'xy\nq' },
    { is: 'typed', text: 'b' },
  ]);
});

test('half a sequence is kept for its rest; an escape that stays alone is a key', () => {
  expect(readKeys('j\u001b')).toEqual({ keys: [{ is: 'typed', text: 'j' }], rest: '\u001b' });
  expect(readKeys('\u001b[5').rest).toBe('\u001b[5');
  expect(flushKeys('\u001b')).toEqual({ keys: [{ is: 'escape' }], rest: '' });
  expect(flushKeys('\u001b[')).toEqual({ keys: [{ is: 'unknown' }], rest: '' });
  expect(readKeys('\u001b[200~half')).toEqual({ keys: [], rest: '\u001b[200~half' });
  expect(flushKeys('\u001b[200~half')).toEqual({ keys: [], rest: '\u001b[200~half' });
});

test('wherever a line cuts what was sent, the same keys are read', () => {
  const sent = 'jk\u001b[A\u001b[200~q x\u001b[201~\u001bOF/log\r';
  fc.assert(
    fc.property(fc.nat(sent.length), (at) => {
      const first = readKeys(sent.slice(0, at));
      const second = readKeys(first.rest + sent.slice(at));
      expect([...first.keys, ...second.keys]).toEqual(readKeys(sent).keys);
    }),
  );
});
