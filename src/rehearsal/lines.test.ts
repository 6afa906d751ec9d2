import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './lines.ts';

test('wherever the bytes are cut, the lines are the same', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '🎭', 'é', '\u2028', '\r') });
  fc.assert(
    fc.property(text, fc.infiniteStream(fc.integer({ min: 1, max: 5 })), (whole, sizes) => {
      const splitter = new LineSplitter();
      const bytes = Buffer.from(whole);
      const lines: string[] = [];
      for (let at = 0; at < bytes.length; ) {
        const size = sizes.next().value ?? 1;
        lines.push(...splitter.push(bytes.subarray(at, at + size)));
        at += size;
      }
      expect([...lines, splitter.rest()]).toEqual(whole.split('\n'));
    }),
  );
});
