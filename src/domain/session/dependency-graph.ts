import { dependencyIds } from './dependency.ts';
import type { Session } from './session.ts';

export type GraphNode = Pick<Session, 'id' | 'dependencies' | 'continues'>;

/**
 * The ids of all that is joined with one of the roots by dependencies, in either direction. A successor
 * belongs to the session whose work it goes on with, where that one is part of the graph.
 */
export function joinedWith(nodes: readonly GraphNode[], roots: readonly string[]): ReadonlySet<string> {
  const neighbours = neighboursOf(nodes);
  const joined = new Set<string>();
  const next = roots.filter((id) => neighbours.has(id));
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    if (joined.has(id)) continue;
    joined.add(id);
    next.push(...(neighbours.get(id) ?? []));
  }
  return joined;
}

function neighboursOf(nodes: readonly GraphNode[]): ReadonlyMap<string, ReadonlySet<string>> {
  const neighbours = new Map<string, Set<string>>();
  const join = (one: string, other: string): void => {
    neighbours.set(one, (neighbours.get(one) ?? new Set()).add(other));
    neighbours.set(other, (neighbours.get(other) ?? new Set()).add(one));
  };
  for (const { id, dependencies } of nodes)
    if (dependencies !== null) for (const other of dependencyIds(dependencies)) join(id, other);
  // Oldest first, so that a chain of successors is followed to its end.
  for (const { id, continues } of nodes.toReversed())
    if (continues !== null && neighbours.has(continues)) join(id, continues);
  return neighbours;
}
