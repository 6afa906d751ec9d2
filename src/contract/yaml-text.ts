import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, visit } from 'yaml';

export type YamlProblem = Readonly<{ line: number; problem: string }>;

/** A YAML text as a value that knows the lines of its keys. */
export type YamlText = Readonly<{
  value: unknown;
  /** The line of a key, or of the last part of the path that is there. */
  lineOf(path: readonly string[]): number;
}>;

/** Problems are returned; the library would also print warnings, with text of the file, to stderr. */
export const YAML_OPTIONS = { prettyErrors: false, logLevel: 'error' } as const;

/** Reads one YAML document. */
export function parseYaml(text: string): { ok: true; yaml: YamlText } | ({ ok: false } & YamlProblem) {
  const document = parseDocument(text, YAML_OPTIONS);
  const lineAt = lineReader(text);
  const [error] = document.errors;
  if (error) return { ok: false, line: lineAt(error.pos[0]), problem: `not valid YAML: ${error.message}` };
  // A walk through a large document takes as long as a good part of its parsing.
  const alias = text.includes('*') ? findAlias(document) : undefined;
  if (alias !== undefined)
    return { ok: false, line: lineAt(alias), problem: 'aliases ("*name") are not taken' };
  const lineOf = (path: readonly string[]): number => lineAt(offsetOf(document.contents, path));
  return { ok: true, yaml: { value: document.toJS(), lineOf } };
}

/** Gives the line of an offset. Lines are counted when the first is asked for: most files have no problem. */
function lineReader(text: string): (offset: number) => number {
  let counter: LineCounter | undefined;
  return (offset) => {
    counter ??= countLines(text);
    return counter.linePos(offset).line;
  };
}

function countLines(text: string): LineCounter {
  const counter = new LineCounter();
  for (let start = 0; ; ) {
    counter.addNewLine(start);
    const end = text.indexOf('\n', start);
    if (end < 0) return counter;
    start = end + 1;
  }
}

// A part that is missing is told with the line of what it is missing in.
function offsetOf(node: unknown, path: readonly string[]): number {
  let offset = startOf(node);
  let inner = node;
  for (const key of path) {
    const part = partAt(inner, key);
    if (part === undefined) break;
    offset = startOf(part.start);
    inner = part.value;
  }
  return offset;
}

/** A value of a map by its key, or of a list by its place. */
function partAt(node: unknown, key: string): Readonly<{ start: unknown; value: unknown }> | undefined {
  if (isSeq(node)) {
    const value = node.items[Number(key)];
    return value === undefined ? undefined : { start: value, value };
  }
  const pair = isMap(node) ? node.items.find((item) => isKey(item.key, key)) : undefined;
  return pair && { start: pair.key, value: pair.value };
}

const isKey = (node: unknown, key: string): boolean => isScalar(node) && String(node.value) === key;

const startOf = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0;

/** Where the first alias is. A few aliases of aliases grow into gigabytes. */
export function findAlias(document: Document): number | undefined {
  let at: number | undefined;
  visit(document, {
    Alias(_key, node) {
      at = node.range?.[0] ?? 0;
      return visit.BREAK;
    },
  });
  return at;
}
