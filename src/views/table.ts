import { textWidth } from './text-width.ts';

/** One cell: its text, and how it is coloured once it is padded. */
export type Cell = string | Readonly<{ text: string; paint: (text: string) => string }>;

const GAP = '  ';
const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.text);

/** Rows of cells below each other. The last column is not padded. */
export function renderTable(rows: readonly (readonly Cell[])[], leastWidths: readonly number[] = []): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(leastWidths[column] ?? 0, ...rows.map((row) => textWidth(textOf(row[column] ?? '')))),
  );
  return rows.map((row) => `${renderRow(row, widths)}\n`).join('');
}

function renderRow(row: readonly Cell[], widths: readonly number[]): string {
  const cells = row.map((cell, column) => {
    const isLast = column === row.length - 1;
    const text = textOf(cell);
    const padding = isLast ? '' : ' '.repeat(Math.max(0, (widths[column] ?? 0) - textWidth(text)));
    return `${typeof cell === 'string' ? text : cell.paint(text)}${padding}`;
  });
  return cells.join(GAP).trimEnd();
}
