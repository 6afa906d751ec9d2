import { describe, expect, test } from 'vitest';
import { addSession, aSession, aSpec, T0 } from '../../../tests/store/rows.ts';
import { type Pair, SAVED } from './pair.conformance.ts';

/** What holds only where rows become columns of a database. */
export function describeColumns(on: Pair): void {
  describe('columns', () => {
    test('a character that no engine can hold is replaced, and the rest of the text is kept', async () => {
      const session = addSession(aSession(), aSpec({ prompt: 'a\0b\ud800c' }));
      expect(await on.store.commit([session])).toEqual(SAVED);
      expect((await on.store.findSpec(aSession().id))?.prompt).toBe('a\u{FFFD}b\u{FFFD}c');
    });

    test('a fraction where an integer belongs is a bug', async () => {
      await expect(on.store.commit([addSession(aSession({ createdAt: T0 + 0.5 }))])).rejects.toThrow();
    });
  });
}
