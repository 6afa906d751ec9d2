import { parseJson } from './json.ts';

export type JsonEdit = Readonly<{
  text: string;
  /** The value that was there, as its text; null for none. */
  from: string | null;
}>;

/**
 * Sets one value in the text of a JSON object, and leaves every other letter as it is: numbers that
 * JavaScript cannot represent, duplicate keys and the order of keys survive. Null when the text is no JSON
 * object, or when something that is no object stands where one is needed.
 */
export function editJson(text: string, path: readonly string[], value: unknown): JsonEdit | null {
  if (text.trim() === '') return { text: `${JSON.stringify(nested(path, value), null, 2)}\n`, from: null };
  const json = parseJson(text);
  if (!json.ok || !isObject(json.value)) return null;
  return editObject(text, { path, value, at: text.indexOf('{') });
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, key) => ({ [key]: inner }), value);

type KeyEdit = Readonly<{ path: readonly string[]; value: unknown; at: number }>;

function editObject(text: string, { path, value, at }: KeyEdit): JsonEdit | null {
  const [key = '', ...rest] = path;
  const members = membersOf(text, at);
  // Of duplicate keys the last one counts.
  const member = members.findLast((one) => one.key === key);
  if (!member) return { text: insert(text, { members, at, key, value: nested(rest, value) }), from: null };
  if (rest.length > 0) {
    return text[member.from] === '{' ? editObject(text, { path: rest, value, at: member.from }) : null;
  }
  const before = text.slice(member.from, member.to);
  const after = text.slice(0, member.from) + JSON.stringify(value) + text.slice(member.to);
  return { text: after, from: before };
}

type Inserted = Readonly<{ members: readonly Member[]; at: number; key: string; value: unknown }>;

// Written as its neighbours are: with their indentation and their space after the colon.
function insert(text: string, { members, at, key, value }: Inserted): string {
  const first = members[0];
  const last = members.at(-1);
  if (!first || !last) {
    return `${text.slice(0, at + 1)}${JSON.stringify(key)}: ${JSON.stringify(value)}${text.slice(at + 1)}`;
  }
  const lead = text.slice(at + 1, first.keyFrom);
  const colon = text.slice(first.keyTo, first.from);
  const added = `,${lead}${JSON.stringify(key)}${colon}${JSON.stringify(value)}`;
  return text.slice(0, last.to) + added + text.slice(last.to);
}

type Member = Readonly<{ key: string; keyFrom: number; keyTo: number; from: number; to: number }>;

const SPACE = /[ \t\r\n]*/y;
const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y;
const SCALAR = /[^,\]}\s]+/y;

/** The members of the object that begins at an offset. The text is known to be JSON. */
function membersOf(text: string, objectAt: number): readonly Member[] {
  const members: Member[] = [];
  let at = endOf(SPACE, text, objectAt + 1);
  while (text[at] !== '}') {
    const keyFrom = at;
    const keyTo = endOf(STRING, text, keyFrom);
    const colon = endOf(SPACE, text, keyTo);
    const from = endOf(SPACE, text, colon + 1);
    const to = endOfValue(text, from);
    members.push({ key: JSON.parse(text.slice(keyFrom, keyTo)) as string, keyFrom, keyTo, from, to });
    const next = endOf(SPACE, text, to);
    at = text[next] === ',' ? endOf(SPACE, text, next + 1) : next;
  }
  return members;
}

function endOfValue(text: string, from: number): number {
  if (text[from] === '"') return endOf(STRING, text, from);
  if (text[from] !== '{' && text[from] !== '[') return endOf(SCALAR, text, from);
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') at = endOf(STRING, text, at) - 1;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
