import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Drawing } from './lay-out.ts';
import type { Graph } from './run-graph.ts';

const NODE = { width: 176, height: 48 };

/** A graph with live states. The library that lays it out is loaded when a graph is first shown. */
export function GraphView({ graph, label }: Readonly<{ graph: Graph; label: string }>): JSX.Element {
  const drawing = useSignal<Drawing | null>(null);
  const text = JSON.stringify(graph);
  useEffect(() => {
    let isWanted = true;
    void import('./lay-out.ts').then(({ layOut }) => {
      if (isWanted) drawing.value = layOut(graph, NODE);
    });
    return () => {
      isWanted = false;
    };
  }, [text]);
  if (drawing.value === null) return <p class="none">Drawing …</p>;
  const { width, height, nodes, edges } = drawing.value;
  return (
    <div class="graph-box">
      <svg class="graph" width={width} height={height} role="img" aria-label={label}>
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8z" />
          </marker>
        </defs>
        {edges.map(({ key, points, label: name, at }) => (
          <g key={key}>
            <path class="edge" d={lineOf(points)} marker-end="url(#arrow)" />
            {name !== '' && (
              <text x={at.x} y={at.y} text-anchor="middle">
                {name}
              </text>
            )}
          </g>
        ))}
        {nodes.map((node) => (
          <g key={node.id} class={`node ${node.state}`} transform={`translate(${node.x} ${node.y})`}>
            <title>{`${node.label}, ${node.detail}, ${node.state}`}</title>
            <rect x={-NODE.width / 2} y={-NODE.height / 2} width={NODE.width} height={NODE.height} rx={6} />
            <text class="name" y={-4} text-anchor="middle">
              {cut(node.label, NAME_LETTERS)}
            </text>
            <text y={13} text-anchor="middle">
              {cut(node.detail, DETAIL_LETTERS)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

// The most that fits into a box, in the bold letters of a name and the small ones below it.
const NAME_LETTERS = 21;
const DETAIL_LETTERS = 27;
const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

const lineOf = (points: Drawing['edges'][number]['points']): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
