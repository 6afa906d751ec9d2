import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { globMatches, globsOverlap } from './glob-overlap.ts';

const exact = { ignoreCase: false };
const folded = { ignoreCase: true };

test.each([
  ['src/**', 'src/api/**'],
  ['src/*/index.ts', 'src/api/*.ts'],
  ['**/*.ts', 'src/**'],
  ['src/api', 'src/api/users.ts'],
  ['src/', 'src/a/b/c.ts'],
  ['{src,lib}/*.ts', 'lib/main.ts'],
  ['{src/{a,b},lib}/**', 'src/b/x'],
  ['a*b', '*ab'],
  ['[!a-m]*.md', 'zebra.md'],
  ['./src//a.ts', 'src/a.ts'],
  ['app/\\[id\\]/page.tsx', 'app/*/page.tsx'],
  ['caf\u00e9.md', 'cafe\u0301.md'],
])('%s and %s can name the same file', (a, b) => {
  expect(globsOverlap(a, b, exact)).toBe(true);
  expect(globsOverlap(b, a, exact)).toBe(true);
});

test.each([
  ['src/*.ts', 'src/api/a.ts'],
  ['src/**', 'src'.concat('x/**')],
  ['*.ts', '*.tsx'],
  ['src/**/a.ts', 'lib/**/a.ts'],
  ['a?', 'a'],
  ['[a-c]x', '[!a-c]x'],
  ['README.md', 'readme.md'],
  ['app/[id]/page.tsx', 'app/\\[id\\]/page.tsx'],
])('%s and %s never name the same file', (a, b) => {
  expect(globsOverlap(a, b, exact)).toBe(false);
  expect(globsOverlap(b, a, exact)).toBe(false);
});

describe('where the file system ignores case', () => {
  test.each([
    ['README.md', 'readme.MD'],
    ['[a-c]x', 'BX'],
    ['SRC/**', 'src/a.ts'],
  ])('%s and %s name the same file', (a, b) => expect(globsOverlap(a, b, folded)).toBe(true));

  test('a set that leaves out a letter leaves out its other case', () => {
    expect(globsOverlap('[!a]', 'A', folded)).toBe(false);
  });
});

test('a path fits a glob by its whole, and a folder by what is in it', () => {
  expect(globMatches('src/*.ts', 'src/a.ts', exact)).toBe(true);
  expect(globMatches('src/*.ts', 'src/a/b.ts', exact)).toBe(false);
  expect(globMatches('src', 'src/a/b.ts', exact)).toBe(true);
  expect(globMatches('src/a', 'src', exact)).toBe(false);
  expect(globMatches('app/\\[id\\]/*', 'app/[id]/page.tsx', exact)).toBe(true);
  expect(globMatches('**', '.gitignore', exact)).toBe(true);
});

test('the worst globs that are let in are compared at once', () => {
  const stars = 'a*'.repeat(500);
  expect(globsOverlap(stars, `${stars}b`, exact)).toBe(true);
  expect(globsOverlap('**/a*/'.repeat(100), '**/b*/'.repeat(100), exact)).toBe(true);
});

// What follows is the same question by brute force: every short path is tried against both globs.
type Part = string | readonly (readonly Part[])[];
type Segment = '**' | readonly Part[];
type Tree = readonly Segment[];

const ALPHABET = ['a', 'b', 'c'];
const NAMES = ALPHABET.flatMap((a) => [a, ...ALPHABET.map((b) => a + b)]);
const PATHS = [1, 2, 3, 4].flatMap((depth) => pathsOf(depth));

function pathsOf(depth: number): string[] {
  const shorter = depth > 1 ? pathsOf(depth - 1).map((path) => `${path}/`) : [''];
  return shorter.flatMap((path) => NAMES.map((name) => path + name));
}

const plainPart = fc.constantFrom('a', 'b', '*', '?', '[ab]', '[!a]', '[!a-b]', '[b-c]');
const bracePart: fc.Arbitrary<Part> = fc.array(fc.array(plainPart, { minLength: 1, maxLength: 1 }), {
  minLength: 1,
  maxLength: 2,
});
const nestedPart: fc.Arbitrary<Part> = fc
  .tuple(bracePart, plainPart)
  .map(([brace, part]) => [[brace], [part]]);
const part: fc.Arbitrary<Part> = fc.oneof({ weight: 4, arbitrary: plainPart }, bracePart, nestedPart);
const segment: fc.Arbitrary<Segment> = fc.oneof(
  { weight: 1, arbitrary: fc.constant('**' as const) },
  { weight: 3, arbitrary: fc.array(part, { minLength: 1, maxLength: 2 }) },
);
const tree: fc.Arbitrary<Tree> = fc.array(segment, { minLength: 1, maxLength: 2 });

const partText = (one: Part): string =>
  typeof one === 'string' ? one : `{${one.map((parts) => parts.map(partText).join('')).join(',')}}`;
const globText = (glob: Tree): string =>
  glob.map((one) => (one === '**' ? one : one.map(partText).join(''))).join('/');

const expandPart = (one: Part): string[] =>
  typeof one === 'string' ? [one] : one.flatMap((parts) => expandParts(parts));
const expandParts = (parts: readonly Part[]): string[] =>
  parts.reduce<string[]>(
    (heads, one) => heads.flatMap((head) => expandPart(one).map((tail) => head + tail)),
    [''],
  );
const expandTree = (glob: Tree): string[][] =>
  glob.reduce<string[][]>(
    (heads, one) =>
      heads.flatMap((head) => (one === '**' ? [one] : expandParts(one)).map((name) => [...head, name])),
    [[]],
  );

const REGEX: Readonly<Record<string, string>> = { '*': '[^/]*', '?': '[^/]' };
const nameRegex = (name: string): string =>
  name.replace(/\[!?[^\]]*\]|./g, (piece) => REGEX[piece] ?? piece.replace('[!', '[^/'));

function rowRegex(names: readonly string[]): string {
  const last = names.length - 1;
  const isAnyDepth = (name: string | undefined) =>
    name !== undefined && name.length > 1 && /^\*+$/.test(name);
  const middle = names.map((name, index) => {
    if (isAnyDepth(name)) return index === last ? '[^/]+(?:/[^/]+)*' : '(?:[^/]+/)*';
    return index === last ? `(?!/|$)${nameRegex(name)}` : `(?!/|$)${nameRegex(name)}/`;
  });
  const tail = /[*?[]/.test(names[last] ?? '') ? '' : '(?:/.*)?';
  return `^${middle.join('')}${tail}$`;
}

const patternOf = (glob: Tree): RegExp => new RegExp(expandTree(glob).map(rowRegex).join('|'));

test('two globs overlap exactly where brute force finds a path that fits both', () => {
  const seen = { yes: 0, no: 0 };
  fc.assert(
    fc.property(tree, tree, (a, b) => {
      const [first, second] = [patternOf(a), patternOf(b)];
      const isShared = PATHS.some((path) => first.test(path) && second.test(path));
      seen[isShared ? 'yes' : 'no'] += 1;
      expect([globText(a), globText(b), globsOverlap(globText(a), globText(b), exact)]).toEqual([
        globText(a),
        globText(b),
        isShared,
      ]);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(20);
});

test('a path fits a glob exactly where brute force says so', () => {
  fc.assert(
    fc.property(tree, fc.constantFrom(...PATHS), (glob, path) => {
      expect([globText(glob), path, globMatches(globText(glob), path, exact)]).toEqual([
        globText(glob),
        path,
        patternOf(glob).test(path),
      ]);
    }),
    { numRuns: 2000 },
  );
});
