import { Graph as Dagre, layout } from '@dagrejs/dagre';
import type { Graph, GraphNode } from './run-graph.ts';

type Point = Readonly<{ x: number; y: number }>;
export type Drawing = Readonly<{
  width: number;
  height: number;
  nodes: readonly (GraphNode & Point)[];
  edges: readonly Readonly<{ key: string; points: readonly Point[]; label: string; at: Point }>[];
}>;

type Size = Readonly<{ width: number; height: number }>;

/** Where the nodes and the lines between them lie, from left to right. */
export function layOut({ nodes, edges }: Graph, size: Size): Drawing {
  const graph = new Dagre({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 22, ranksep: 64, marginx: 4, marginy: 4 });
  for (const { id } of nodes) graph.setNode(id, { ...size });
  for (const [index, { from, to }] of edges.entries()) {
    graph.setEdge(from, to, { width: 60, height: 14, labelpos: 'c' }, String(index));
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    nodes: nodes.map((node) => ({ ...node, ...pointOf(graph.node(node.id)) })),
    edges: edges.map(({ from, to, label }, index) => {
      const laid = graph.edge({ v: from, w: to, name: String(index) });
      return { key: String(index), label, points: (laid.points ?? []).map(pointOf), at: pointOf(laid) };
    }),
  };
}

const pointOf = ({ x = 0, y = 0 }: Readonly<{ x?: number; y?: number }>): Point => ({ x, y });
