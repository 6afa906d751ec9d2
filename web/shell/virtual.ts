/** The part of a long list that is drawn: from `first` up to `end`, in a list of so many pixels. */
export type Window = Readonly<{ first: number; end: number; tops: readonly number[]; height: number }>;

type View = Readonly<{ scrollTop: number; viewHeight: number; spare: number }>;

/** Which rows can be seen, and some more before and after them, so that no gap shows while one scrolls. */
export function windowOf(heights: readonly number[], { scrollTop, viewHeight, spare }: View): Window {
  const tops: number[] = [];
  let height = 0;
  for (const each of heights) {
    tops.push(height);
    height += each;
  }
  const first = tops.findIndex((top, index) => top + (heights[index] ?? 0) >= scrollTop - spare);
  const last = tops.findLastIndex((top) => top <= scrollTop + viewHeight + spare);
  return { first: Math.max(first, 0), end: first < 0 ? 0 : last + 1, tops, height };
}
