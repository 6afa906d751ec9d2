import { expect, test } from 'vitest';
import { type GraphNode, joinedWith } from './dependency-graph.ts';

const node = (id: string, after: readonly string[] = [], continues: string | null = null): GraphNode => ({
  id,
  continues,
  dependencies: after.length === 0 ? null : { all: after, any: [], end: [], onFailed: 'fail', baseOn: null },
});
const ids = (nodes: readonly GraphNode[], ...roots: string[]) => [...joinedWith(nodes, roots)].sort();

test('what is joined is found in both directions, and the rest is left out', () => {
  const nodes = [node('d', ['c']), node('c', ['a', 'b']), node('b'), node('a'), node('y', ['x']), node('x')];
  expect(ids(nodes, 'a')).toEqual(['a', 'b', 'c', 'd']);
  expect(ids(nodes, 'y')).toEqual(['x', 'y']);
});

test('a session that waits for none, and that none waits for, is no graph', () => {
  expect(ids([node('a'), node('b', [], 'a')], 'a', 'b')).toEqual([]);
});

test('successors of what is waited for belong to it', () => {
  expect(ids([node('a3', [], 'a2'), node('a2', [], 'a'), node('b', ['a']), node('a')], 'b')).toEqual([
    'a',
    'a2',
    'a3',
    'b',
  ]);
});
