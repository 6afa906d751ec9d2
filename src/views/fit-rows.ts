import { cutText, textWidth } from './text-width.ts';

const GAP = 2;
/** Columns that go one after another where there is no room: the persona, how long, the title. */
const DROPPED = [3, 2, 4];
/** A title shorter than this tells nothing. */
const LEAST_TITLE = 16;

/** Cells of id, state, time, persona and title, padded, and together never wider than this. */
export function fitRows(rows: readonly (readonly string[])[], width: number): readonly string[][] {
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(0, ...rows.map((row) => textWidth(row[at] ?? ''))));
  let kept = [0, 1, 2, 3, 4];
  for (const dropped of DROPPED) {
    if (leastWidth(kept, widths) > width) kept = kept.filter((at) => at !== dropped);
  }
  return rows.map((row) => {
    let left = width;
    return kept.map((at, nth) => {
      const isLast = nth === kept.length - 1;
      const own = Math.max(0, isLast ? left : Math.min(widths[at] ?? 0, left));
      const text = own === 0 ? '' : cutText(row[at] ?? '', own);
      left -= own + GAP;
      return isLast ? text : `${text}${' '.repeat(Math.max(0, own - textWidth(text)))}`;
    });
  });
}

const leastWidth = (kept: readonly number[], widths: readonly number[]): number =>
  kept.reduce((sum, at) => sum + leastOf(at, widths[at] ?? 0) + GAP, -GAP);

const leastOf = (at: number, widest: number): number => (at === 4 ? Math.min(widest, LEAST_TITLE) : widest);
