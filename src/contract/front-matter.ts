import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import { findAlias, YAML_OPTIONS } from './yaml-text.ts';

export type FrontMatterField = Readonly<{ key: string; value: unknown; line: number }>;
export type FrontMatter = Readonly<{ fields: readonly FrontMatterField[]; body: string }>;
type Problem = Readonly<{ line: number; problem: string }>;
type Read = { ok: true; value: FrontMatter } | ({ ok: false } & Problem);

const FENCE = /^---[ \t]*\r?$/;
const PLAIN_FIELD = /^([A-Za-z][\w-]*):[ \t]*(.*)$/;

/** Parts a Markdown file into the YAML between its first two lines of dashes, and the body. */
export function parseFrontMatter(text: string, { isLenient = false } = {}): Read {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  if (!FENCE.test(lines[0] ?? '')) return { ok: true, value: { fields: [], body: text } };
  const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (end < 0) return { ok: false, line: 1, problem: 'the front matter has no closing line "---"' };
  const body = lines.slice(end + 1).join('\n');
  const yaml = lines.slice(1, end).join('\n').replaceAll('\r', '');
  const read = readFields(yaml);
  if (read.ok) return { ok: true, value: { fields: read.fields, body } };
  if (isLenient) return { ok: true, value: { fields: readPlainFields(yaml), body } };
  return { ok: false, line: read.line, problem: read.problem };
}

function readFields(yaml: string): { ok: true; fields: FrontMatterField[] } | ({ ok: false } & Problem) {
  const counter = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: counter, ...YAML_OPTIONS });
  // The fence is line 1 of the file.
  const lineAt = (offset: number): number => counter.linePos(offset).line + 1;
  const [error] = document.errors;
  if (error) return { ok: false, line: lineAt(error.pos[0]), problem: `not valid YAML: ${error.message}` };
  const alias = findAlias(document);
  if (alias !== undefined)
    return { ok: false, line: lineAt(alias), problem: 'aliases ("*name") are not taken' };
  if (document.contents === null) return { ok: true, fields: [] };
  if (!isMap(document.contents)) return { ok: false, line: 2, problem: 'expected lines of "key: value"' };
  const fields = document.contents.items.map(({ key, value }) => ({
    key: isScalar(key) ? String(key.value) : String(key),
    value: isNode(value) ? value.toJS(document) : value,
    line: isScalar(key) && key.range ? lineAt(key.range[0]) : 2,
  }));
  return { ok: true, fields };
}

const isNode = (value: unknown): value is { toJS(document: unknown): unknown } =>
  typeof value === 'object' && value !== null && 'toJS' in value;

// Claude Code takes descriptions with ": " in them, which YAML does not.
function readPlainFields(yaml: string): FrontMatterField[] {
  return yaml.split('\n').flatMap((text, index) => {
    const [, key, value] = PLAIN_FIELD.exec(text.trimEnd()) ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value, line: index + 2 }];
  });
}
