import { type Comment, parseSync } from 'oxc-parser';

/** Any node of the syntax tree: rules look at few of its fields and check their kind first. */
export type SyntaxNode = Readonly<{ type: string; start: number; end: number } & Record<string, unknown>>;
export type Located = Readonly<{ node: SyntaxNode; parent: SyntaxNode | undefined; field: string }>;

export type SourceFile = Readonly<{
  path: string;
  text: string;
  nodes: readonly Located[];
  comments: readonly Comment[];
}>;

/** A rule names what must hold for one file, and lists where it does not. */
export type Rule = Readonly<{ claim: string; check: (file: SourceFile) => string[] }>;

export function parseSource(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const nodes: Located[] = [];
  collect(program, { parent: undefined, field: '', into: nodes });
  return { path, text, nodes, comments };
}

type Position = Readonly<{ parent: SyntaxNode | undefined; field: string; into: Located[] }>;

function collect(value: unknown, { parent, field, into }: Position): void {
  if (Array.isArray(value)) {
    for (const element of value) collect(element, { parent, field, into });
  } else if (isNode(value)) {
    into.push({ node: value, parent, field });
    for (const [name, child] of Object.entries(value)) collect(child, { parent: value, field: name, into });
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

export function nodesOf(file: SourceFile, ...types: string[]): SyntaxNode[] {
  return file.nodes.filter(({ node }) => types.includes(node.type)).map(({ node }) => node);
}

/** The node's name if it is a plain identifier. */
export function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' && typeof node.name === 'string' ? node.name : undefined;
}

/** `object.property` of two plain names, as text. */
export function memberOf(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== 'MemberExpression' || node.computed === true) return undefined;
  const [object, property] = [nameOf(node.object), nameOf(node.property)];
  return object && property ? `${object}.${property}` : undefined;
}

export function at(file: SourceFile, offset: number): string {
  return `${file.path}:${file.text.slice(0, offset).split('\n').length}`;
}

/** Tests, and suites that several tests share, may reach anywhere. */
export const isTestFile = (path: string): boolean =>
  path.startsWith('tests/') || /\.(test|conformance)\.tsx?$/.test(path);

/** The layer of a path inside src/, or `web`; undefined for whatever lies outside both. */
export function layerOf(path: string): string | undefined {
  if (path.startsWith('web/')) return 'web';
  if (path === 'src/index.ts') return 'main';
  return /^src\/([^/]+)\//.exec(path)?.[1];
}

export const SUITE_WORDS: readonly string[] = ['test', 'it', 'describe'];

/** The first word of `test(…)`, `test.each(…)(…)` and the like. */
export function suiteWord(callee: unknown): string | undefined {
  if (!isNode(callee)) return undefined;
  return nameOf(callee) ?? suiteWord(callee.object ?? callee.callee ?? callee.tag);
}
