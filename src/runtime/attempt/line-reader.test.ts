import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LineLimits, lineReader } from './line-reader.ts';

const ROOMY: LineLimits = { maxLineBytes: 1_000, maxLines: 1_000, maxBytes: 1_000_000 };
const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

test('however the bytes are cut, the same lines come out', () => {
  const texts = fc.array(fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')));
  fc.assert(
    fc.property(texts, fc.string(), fc.array(fc.nat({ max: 20 })), (lines, rest, cuts) => {
      const tail = rest.replaceAll('\n', ' ');
      const whole = bytes(lines.map((line) => `${line}\n`).join('') + tail);
      const reader = lineReader({ ...ROOMY, maxLineBytes: 100_000 });
      let at = 0;
      for (const cut of cuts) {
        reader.push(whole.subarray(at, at + cut));
        at += cut;
      }
      reader.push(whole.subarray(at));
      const taken = reader.result();
      expect(taken.lines).toEqual(lines.map((line) => Buffer.from(line).toString()));
      expect(taken.restBytes).toBe(bytes(tail).length);
      expect(taken.bytes + taken.restBytes).toBe(whole.length);
    }),
  );
});

test('the memory that a chunk came in may be used again', () => {
  const reader = lineReader(ROOMY);
  const chunk = Uint8Array.from(bytes('first half, '));
  reader.push(chunk);
  chunk.fill(0);
  reader.push(bytes('second half\n'));
  expect(reader.result().lines).toEqual(['first half, second half']);
});

test('a line separator inside a string is no end of a line', () => {
  const reader = lineReader(ROOMY);
  reader.push(bytes('"a\u2028b\u0085c\r"\n'));
  expect(reader.result().lines).toEqual(['"a\u2028b\u0085c\r"']);
});

test('a line that is too long is counted and passed over, however it comes in', () => {
  for (const size of [1, 7, 5_000]) {
    const reader = lineReader({ ...ROOMY, maxLineBytes: 10 });
    const whole = bytes(`short\n${'x'.repeat(3_000)}\nten bytes!\neleven byte\nlast\n`);
    for (let at = 0; at < whole.length; at += size) reader.push(whole.subarray(at, at + size));
    expect(reader.result()).toEqual({
      lines: ['short', 'ten bytes!', 'last'],
      bytes: whole.length,
      tooLong: 2,
      restBytes: 0,
    });
  }
});

test('a line of 50 MB is not held in memory while it comes in', () => {
  const chunk = new Uint8Array(1024 * 1024).fill(0x78);
  const reader = lineReader({ ...ROOMY, maxLineBytes: 2 * chunk.length, maxBytes: 1e9 });
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 50; count += 1) reader.push(chunk);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5 * chunk.length);
  reader.push(bytes('\nafter\n'));
  expect(reader.result()).toMatchObject({ lines: ['after'], tooLong: 1 });
});

test('reading stops at the limit of lines, with the cursor behind the last one taken', () => {
  const reader = lineReader({ ...ROOMY, maxLines: 2 });
  expect(reader.push(bytes('a\nb\nc\n'))).toBe(false);
  expect(reader.result()).toMatchObject({ lines: ['a', 'b'], bytes: 4 });
});

test('an unfinished rest is a line once the writer is gone', () => {
  const reader = lineReader(ROOMY);
  reader.push(bytes('whole\nrest'));
  reader.finish();
  expect(reader.result()).toEqual({ lines: ['whole', 'rest'], bytes: 10, tooLong: 0, restBytes: 0 });
});

test('bytes that are not UTF-8 are replaced', () => {
  const reader = lineReader(ROOMY);
  reader.push(Uint8Array.from([0x61, 0xff, 0x62, 0x0a]));
  expect(reader.result().lines).toEqual(['a\ufffdb']);
});
