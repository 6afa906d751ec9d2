import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesEverything, parseGlob } from './glob.ts';

const rule = { ignoreCase: false };

test.each([
  ['', 'it is empty'],
  ['  ', 'it is empty'],
  ['/etc/passwd', 'it is absolute; globs are relative to the repository'],
  ['C:\\code', 'it is absolute; globs are relative to the repository'],
  ['~/notes', 'it is absolute; globs are relative to the repository'],
  ['{/etc,src}/x', 'it is absolute; globs are relative to the repository'],
  ['../other/**', 'it leaves the repository with ..'],
  ['src/{a,..}/b', 'it leaves the repository with ..'],
  ['.', 'it names the repository itself; say ** for all of it'],
  ['./', 'it names the repository itself; say ** for all of it'],
  ['src/[ab', 'it has a [ without its ]'],
  ['src/{a,b', 'it has a { without its }'],
  ['src/a}', 'it has a } without its {'],
  ['src/[z-a]', 'its range z-a is the wrong way round'],
  ['src/[a/b]', 'a / cannot stand between [ and ]'],
  ['src/\\', 'it has a \\ with nothing to escape'],
  ['a\nb', 'it holds a control character'],
  ['{{{{{a}}}}}', 'its braces are nested deeper than 4'],
  ['{a,b}'.repeat(7), 'its braces stand for too many paths'],
  ['a'.repeat(1025), 'it is longer than 1024 characters'],
])('%j is refused: %s', (text, problem) => {
  expect(parseGlob(text, rule)).toEqual({ ok: false, problem });
});

const isEverything = (text: string): boolean => {
  const read = parseGlob(text, rule);
  return read.ok && matchesEverything(read.glob);
};

test.each(['**', '**/*', './**', '**/**', '{src,**}', '**/?*', '***'])('%s is every file', (text) => {
  expect(isEverything(text)).toBe(true);
});

test.each(['*', 'src/**', '**/*.ts', '**/??*', '*/**', '**/a'])('%s is not every file', (text) => {
  expect(isEverything(text)).toBe(false);
});

test('no text at all brings the reader down', () => {
  const odd = fc.string({
    unit: fc.constantFrom('a', '/', '*', '[', ']', '{', '}', ',', '-', '!', '\\', '.', '\u{1f600}'),
  });
  fc.assert(
    fc.property(odd, (text) => {
      const read = parseGlob(text, { ignoreCase: true });
      expect(read.ok ? read.glob.alternatives.length : read.problem.length).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});
