import { expect, test } from 'vitest';
import { listCodes, listMade } from './refusals.ts';
import { parseSource } from './source-file.ts';
import { sources } from './tree.ts';

test('every code of a refusal is made somewhere in src', () => {
  const made = listMade(sources);
  const codes = listCodes(sources);
  expect(codes).toContain('no-slot');
  expect(codes.filter((code) => !made.has(code))).toEqual([]);
});

test('a code is made by an object, not by a comparison, a type or a test', () => {
  const made = (text: string, path = 'src/app/a.ts') => [...listMade([parseSource(path, text)])];
  expect(made("refuse({ code: 'no-slot', limit });")).toEqual(['no-slot']);
  expect(made("refuse({ code: isRun ? 'run-over' : 'no-slot' });")).toEqual(['run-over', 'no-slot']);
  expect(made("if (refusal.code === 'no-slot') stop();")).toEqual([]);
  expect(made("type A = { code: 'no-slot' };")).toEqual([]);
  expect(made("refuse({ code: 'no-slot' });", 'src/app/a.test.ts')).toEqual([]);
});
