/** Something that was handed to an attempt as a line of its input, and where, if the place is fixed. */
export type InputLine = Readonly<{ text: string; place: number | null }>;

/**
 * The lines of an attempt's input, in order. Answers keep the place that they were given; turns fill the
 * places between, in their own order. So a line, once written, never moves.
 */
export function orderInput(lines: readonly InputLine[]): string[] {
  const fixed = new Map(lines.flatMap(({ text, place }) => (place === null ? [] : [[place, text] as const])));
  const free = lines.filter(({ place }) => place === null).map(({ text }) => text);
  return Array.from({ length: lines.length }, (_, place) => fixed.get(place) ?? free.shift() ?? '');
}
