import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseGlob } from './glob.ts';
import { globMatches } from './glob-overlap.ts';
import { globRegex } from './glob-regex.ts';

const regexOf = (text: string, ignoreCase = false): RegExp => {
  const read = parseGlob(text, { ignoreCase });
  return new RegExp(read.ok ? globRegex(read.glob) : '(?!)');
};

test.each([
  ['src', '^(src(/[^/]+)*)$'],
  ['src/**', '^(src/([^/]+/)*[^/]*)$'],
  ['**/*.ts', '^(([^/]+/)*[^/]*\\.ts)$'],
  ['{a,b}/[xy]', '^(a/(x|y)|b/(x|y))$'],
  ['a+b', '^(a\\+b(/[^/]+)*)$'],
])('%s is the expression %s', (glob, regex) => {
  expect(regexOf(glob).source.replaceAll('\\/', '/')).toBe(regex);
});

test('case is ignored in the expression itself', () => {
  expect(regexOf('SRC/a', true).test('src/A')).toBe(true);
  expect(regexOf('SRC/a').test('src/A')).toBe(false);
});

test('the expression of a glob fits the same paths as the glob', () => {
  const piece = fc.constantFrom('a', 'b', '.', '+', '*', '?', '[a-c]', '[!a]', '{a,b/c}', '/', '**/');
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.', '+', ']'), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
      fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/')),
      (glob, path) => {
        fc.pre(!path.split('/').some((part) => part === '.' || part === '..'));
        expect([glob, path, regexOf(glob).test(path)]).toEqual([
          glob,
          path,
          globMatches(glob, path, { ignoreCase: false }),
        ]);
      },
    ),
    { numRuns: 3000 },
  );
});
