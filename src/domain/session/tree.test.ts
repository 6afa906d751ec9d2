import { expect, test } from 'vitest';
import { treeOf } from './tree.ts';

const node = (id: string, parentId: string | null, createdAt: number) => ({ id, parentId, createdAt });
const drawn = (nodes: Parameters<typeof treeOf>[0]): string =>
  treeOf(nodes)
    .map(({ node: { id }, level }) => `${'.'.repeat(level)}${id}`)
    .join(' ');

test('children stand below their parent, the oldest first, in the order of the first ones', () => {
  const nodes = [
    node('z', null, 9),
    node('c', 'a', 3),
    node('b', 'a', 2),
    node('d', 'b', 4),
    node('a', null, 1),
  ];
  expect(drawn(nodes)).toBe('z a .b ..d .c');
});

test('one whose parent is not shown stands at the edge', () => {
  expect(drawn([node('b', 'gone', 2), node('c', 'b', 3)])).toBe('b .c');
});
