import { expect, test } from 'vitest';
import { filesAreShort, functionsAreShort, linesAreShort, parametersAreFew } from './limits.ts';
import { parseSource, type Rule } from './source-file.ts';

const faults = ({ check }: Rule, text: string) => check(parseSource('src/app/a.ts', text));
const lines = (count: number) => 'f();\n'.repeat(count);

test('a file of 400 lines is allowed and one of 401 is not', () => {
  expect(faults(filesAreShort, lines(400))).toEqual([]);
  expect(faults(filesAreShort, lines(401))).toEqual(['src/app/a.ts has 401 lines']);
});

test('a line of 110 characters is allowed and one of 111 is not', () => {
  expect(faults(linesAreShort, `//${'é'.repeat(108)}`)).toEqual([]);
  expect(faults(linesAreShort, `\n//${'é'.repeat(109)}`)).toEqual(['src/app/a.ts:2 has 111 characters']);
});

test('a function, an arrow or a method of 71 lines is refused', () => {
  const body = `{\n${lines(69)}}`;
  expect(faults(functionsAreShort, `function a() {\n${lines(68)}}`)).toEqual([]);
  expect(faults(functionsAreShort, `\nfunction a() ${body}`)).toEqual([
    'src/app/a.ts:2 a function of 71 lines',
  ]);
  expect(faults(functionsAreShort, `const a = () => ${body};`)).toHaveLength(1);
  expect(faults(functionsAreShort, `class A { a() ${body} }`)).toHaveLength(1);
});

test('a function that lists tests may be long', () => {
  expect(faults(functionsAreShort, `describe('a', () => {\n${lines(80)}test('b', () => {});\n});`)).toEqual(
    [],
  );
  expect(faults(functionsAreShort, `function a() {\n${lines(80)}test.each([])('b', f);\n}`)).toEqual([]);
});

test.each([
  ['function a(b, c, d, e) {}'],
  ['const a = (b, c, d, e) => 1;'],
  ['class A { a(b, c, d, e) {} }'],
  ['interface A { a(b: 1, c: 1, d: 1, e: 1): void }'],
  ['type A = (b: 1, c: 1, d: 1, e: 1) => void;'],
])('%s has a parameter too many', (text) => {
  expect(faults(parametersAreFew, text)).toHaveLength(1);
  expect(faults(parametersAreFew, text.replace(/, e(: 1)?/, ''))).toEqual([]);
});
