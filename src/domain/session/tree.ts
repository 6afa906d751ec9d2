type Node = Readonly<{ id: string; parentId: string | null; createdAt: number }>;
export type TreeRow<T> = Readonly<{ node: T; level: number }>;

/**
 * Each session below the one that began it, the oldest first; one whose parent is not among them stands at
 * the edge. Trees are in the order in which their first was given.
 */
export function treeOf<T extends Node>(nodes: readonly T[]): readonly TreeRow<T>[] {
  const known = new Set(nodes.map(({ id }) => id));
  const children = new Map<string, T[]>();
  const edge: T[] = [];
  for (const node of nodes) {
    const { parentId } = node;
    if (parentId === null || !known.has(parentId)) edge.push(node);
    else children.set(parentId, [...(children.get(parentId) ?? []), node]);
  }
  const rows: TreeRow<T>[] = [];
  const stack = edge.toReversed().map((node) => ({ node, level: 0 }));
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    rows.push(row);
    const level = row.level + 1;
    const below = (children.get(row.node.id) ?? []).toSorted(byBirth);
    stack.push(...below.toReversed().map((node) => ({ node, level })));
  }
  return rows;
}

const byBirth = (one: Node, other: Node): number =>
  one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
