import type { ProtocolLine } from '../agent/agent.ts';

/** Something that was handed to an attempt as a line of its input, and where, if that is fixed. */
export type InputLine = Readonly<{ text: string; index: number | null }>;

/**
 * The lines of an attempt's input, in order. Answers keep the index that they were given; turns fill the
 * gaps between, in their own order. So a line, once written, never moves.
 */
export function orderInput(lines: readonly InputLine[]): string[] {
  const fixed = new Map(lines.flatMap(({ text, index }) => (index === null ? [] : [[index, text] as const])));
  const free = lines.filter(({ index }) => index === null).map(({ text }) => text);
  return Array.from({ length: lines.length }, (_, index) => fixed.get(index) ?? free.shift() ?? '');
}

/**
 * What has to be appended for the input to hold each of these lines. A line that a crash tore is completed
 * if it is still wanted; else it is ended, and the agent passes it over. Of two with the same key, the first
 * counts.
 */
export function missingInput(written: string, lines: readonly ProtocolLine[]): string {
  const end = written.lastIndexOf('\n') + 1;
  const there = written.slice(0, end).split('\n');
  const torn = written.slice(end);
  const missing = lines
    .filter(({ key }, index) => lines.findIndex((line) => line.key === key) === index)
    .filter(({ key }) => !there.some((line) => line.startsWith(key)))
    .map(({ text }) => text);
  const completed = torn === '' ? undefined : missing.find((text) => text.startsWith(torn));
  const rest = completed === undefined ? (torn === '' ? '' : '\n') : completed.slice(torn.length);
  return `${rest}${missing.filter((text) => text !== completed).join('')}`;
}
