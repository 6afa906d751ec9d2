import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorLines } from './error-lines.ts';

test('colours, titles and what was written over are gone; the words stay', () => {
  const said = '\u001b[1;31merror\u001b[0m: no\u0000key\r\n\u001b]0;title\u0007  10%\r  20%\r done\n\n';
  expect(errorLines(said)).toEqual(['error: no key', ' done']);
});

test('only the last lines are shown, and of a long one the beginning', () => {
  const many = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n');
  expect(errorLines(many)).toHaveLength(10);
  expect(errorLines(many).at(-1)).toBe('line 29');
  expect(errorLines('x'.repeat(5_000))[0]).toHaveLength(200);
});

test('whatever a program says, what is shown of it is small and moves no terminal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (said) => {
      const shown = errorLines(said).join('\n');
      expect(shown.length).toBeLessThanOrEqual(10 * 201);
      expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    }),
  );
});
