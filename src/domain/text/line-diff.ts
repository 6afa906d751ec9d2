const CONTEXT_LINES = 3;

/**
 * What changes between two texts, as lines that begin with "-", "+" or a blank. What both begin and end with
 * is left out but for a few lines; all that lies between is shown, so nothing that changes is missing.
 */
export function lineDiff(before: string, after: string): readonly string[] {
  const old = linesOf(before);
  const now = linesOf(after);
  const head = countSame(old, now);
  const tail = countSame(old.slice(head).reverse(), now.slice(head).reverse());
  const lead = old.slice(Math.max(0, head - CONTEXT_LINES), head);
  const rest = old.slice(old.length - tail, old.length - tail + CONTEXT_LINES);
  return [
    ...left(head - lead.length),
    ...lead.map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
    ...rest.map((line) => ` ${line}`),
    ...left(tail - rest.length),
  ];
}

const left = (lines: number): readonly string[] =>
  lines === 0 ? [] : [`@@ ${lines} unchanged ${lines === 1 ? 'line' : 'lines'} @@`];

// A text without its last line feed differs from the one that has it.
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return text.endsWith('\n') ? text.slice(0, -1).split('\n') : [...text.split('\n'), NO_END];
}

const NO_END = '\\ no line feed at the end';

function countSame(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((line, index) => line !== other[index]);
  return different < 0 ? Math.min(one.length, other.length) : different;
}
