import { expect, test } from 'vitest';
import { findDescendants, type Roots } from './descendants.ts';
import type { ProcessRow } from './process-table.ts';

const row = (pid: number, more: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  parent: 1,
  group: pid,
  session: pid,
  tty: '',
  start: '1',
  isZombie: false,
  ...more,
});
const find = (table: ProcessRow[], roots: Partial<Roots> = {}): number[] =>
  findDescendants(table, {
    pids: [10],
    isMarked: () => false,
    spared: new Set(),
    ...roots,
  }).map(({ pid }) => pid);

test('children of children belong, in whatever order they are listed', () => {
  expect(find([row(12, { parent: 11 }), row(11, { parent: 10 }), row(10), row(20)])).toEqual([12, 11, 10]);
});

test('one that has left its parent belongs by its session or its group', () => {
  const table = [
    row(10),
    row(11, { session: 10 }),
    row(12, { group: 10 }),
    row(13, { session: 99, group: 98 }),
  ];
  expect(find(table)).toEqual([10, 11, 12]);
});

test('the session of a descendant belongs also when its leader has ended', () => {
  expect(find([row(10), row(11, { parent: 10, session: 50 }), row(12, { session: 50 })])).toEqual([
    10, 11, 12,
  ]);
});

test('a session whose leader belongs elsewhere does not belong', () => {
  const table = [row(5), row(10, { session: 5, group: 5 }), row(11, { session: 5, group: 5 })];
  expect(find(table)).toEqual([10]);
});

test('what carries the mark belongs, with its descendants', () => {
  const table = [row(10), row(20), row(21, { parent: 20 }), row(30)];
  expect(find(table, { isMarked: ({ pid }) => pid === 20 })).toEqual([10, 20, 21]);
});

test('the spared are not found, nor what is found only through them', () => {
  const table = [row(10), row(11, { parent: 10 }), row(12, { parent: 11 }), row(13, { parent: 10 })];
  expect(find(table, { spared: new Set([11]) })).toEqual([10, 13]);
  expect(find(table, { spared: new Set([11]), isMarked: ({ pid }) => pid === 11 })).toEqual([10, 13]);
});

test('what has ended and waits to be collected is not found, but its children are', () => {
  expect(find([row(10), row(11, { parent: 10, isZombie: true }), row(12, { parent: 11 })])).toEqual([10, 12]);
});

test('nothing of the first process belongs', () => {
  const table = [row(1, { parent: 0 }), row(10), row(20, { parent: 1, group: 1, session: 1 })];
  expect(find(table)).toEqual([10]);
});
