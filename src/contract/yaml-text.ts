import { type Document, isMap, isScalar, LineCounter, type Node, parseDocument, visit } from 'yaml';

export type YamlProblem = Readonly<{ line: number; problem: string }>;

/** A YAML text as a value that knows the lines of its keys. */
export type YamlText = Readonly<{
  value: unknown;
  /** The line of a key, or of the last part of the path that is there. */
  lineOf(path: readonly string[]): number;
}>;

/** Reads one YAML document. */
export function parseYaml(text: string): { ok: true; yaml: YamlText } | ({ ok: false } & YamlProblem) {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number): number => counter.linePos(offset).line;
  const [error] = document.errors;
  if (error) return { ok: false, line: lineAt(error.pos[0]), problem: `not valid YAML: ${error.message}` };
  const alias = findAlias(document);
  if (alias !== undefined)
    return { ok: false, line: lineAt(alias), problem: 'aliases ("*name") are not taken' };
  const lineOf = (path: readonly string[]): number => lineAt(offsetOf(document.contents, path));
  return { ok: true, yaml: { value: document.toJS(), lineOf } };
}

// A part that is missing is told with the place of what it is missing in.
function offsetOf(node: unknown, path: readonly string[]): number {
  let offset = startOf(node);
  let inner = node;
  for (const key of path) {
    const pair = isMap(inner) ? inner.items.find((item) => isKey(item.key, key)) : undefined;
    if (pair === undefined) break;
    offset = startOf(pair.key);
    inner = pair.value;
  }
  return offset;
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
