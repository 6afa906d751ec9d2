import { expect, test } from 'vitest';
import { parseSource, type Rule } from './source-file.ts';
import { noTestIsLeftOut, titlesAreUnique, waitsNameTheirBound } from './suites.ts';

const faults = ({ check }: Rule, text: string) => check(parseSource('tests/a.test.ts', text));

test.each([
  ["test.only('a', f);"],
  ["it.skip('a', f);"],
  ["describe.skip('a', f);"],
  ["test.todo('a');"],
  ["test.concurrent.only('a', f);"],
])('%s is refused', (text) => {
  expect(faults(noTestIsLeftOut, text)).toHaveLength(1);
});

test('a property called skip of something else is allowed', () => {
  expect(faults(noTestIsLeftOut, 'options.skip = true;')).toEqual([]);
});

test('the second test of the same title is refused, also inside another describe', () => {
  const text = "describe('x', () => { test('a', f); });\ndescribe('y', () => { it('a', f); });";
  expect(faults(titlesAreUnique, text)).toEqual(['tests/a.test.ts:2 second test called "a"']);
  expect(faults(titlesAreUnique, "test('a', f);\ntest.each([1])('a', f);")).toHaveLength(1);
  expect(faults(titlesAreUnique, "test('a', f);\ntest('b', f);")).toEqual([]);
});

test('a wait without a bound of its own is refused', () => {
  expect(faults(waitsNameTheirBound, 'await vi.waitFor(() => look());')).toHaveLength(1);
  expect(faults(waitsNameTheirBound, 'await vi.waitFor(() => look(), { timeout: 9 });')).toEqual([]);
});
