import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonText } from './json-text.ts';

test('whatever JSON.parse accepts reads the same here', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 0, max: 3 }), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const read = parseJsonText(text);
      expect(read.ok && read.json.value).toEqual(JSON.parse(text));
    }),
  );
});

test('every text that JSON.parse refuses is refused here with a position', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:0e-+.tfn \n\\a') }), (text) => {
      let isGood = true;
      try {
        JSON.parse(text);
      } catch {
        isGood = false;
      }
      const read = parseJsonText(text);
      if (!isGood) expect(read.ok).toBe(false);
      if (!read.ok) expect(read.problem.line).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});

test('a syntax error names its line and column', () => {
  const read = parseJsonText('{\n  "limits": {\n    "sessions": 5,\n  }\n}');
  expect(read).toEqual({
    ok: false,
    problem: { problem: 'a name in double quotes is expected', line: 4, column: 3 },
  });
});

test('the line of each key is known', () => {
  const read = parseJsonText('{\n  "limits": {\n    "sessions": 5 }, "retries":\n 1 }');
  expect(read.ok && [...read.json.lines]).toEqual([
    ['limits', 2],
    ['limits.sessions', 3],
    ['retries', 3],
  ]);
});

test('a key that is there twice is refused, since one of the two would be lost', () => {
  const read = parseJsonText('{"a": 1,\n"a": 2}');
  expect(read).toEqual({ ok: false, problem: { problem: 'the key "a" is there twice', line: 2, column: 1 } });
});
