import { expect, test } from 'vitest';
import { pureLayersArePure } from './purity.ts';
import { parseSource } from './source-file.ts';

const faults = (path: string, text: string) => pureLayersArePure.check(parseSource(path, text));

test.each([
  ['Date.now();'],
  ['new Date();'],
  ['Date();'],
  ['const roll = Math.random;'],
  ['process.pid;'],
  ['const { pid } = process;'],
  ['const a = { process };'],
  ["void fetch('x');"],
  ['setTimeout(() => {}, 1);'],
  ['performance.now();'],
  ['crypto.randomUUID();'],
  ["console.log('x');"],
  ['globalThis.x;'],
])('%s is refused in the domain and in views', (text) => {
  expect(faults('src/domain/a.ts', text)).toHaveLength(1);
  expect(faults('src/views/a.ts', text)).toHaveLength(1);
});

test.each([
  ['const a = new Date(0);'],
  ['Date.parse("2020-01-01");'],
  ['type A = { process: string; fetch: number };'],
  ['const a = { process: 1 }.process;'],
])('%s depends on nothing outside and is allowed', (text) => {
  expect(faults('src/domain/a.ts', text)).toEqual([]);
});

test('other layers and tests may look at the world', () => {
  expect(faults('src/runtime/a.ts', 'Date.now();')).toEqual([]);
  expect(faults('src/domain/a.test.ts', 'Date.now();')).toEqual([]);
});
