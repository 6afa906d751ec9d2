import type { JsonText } from '../../contract/config-layers.ts';

export type JsonProblem = Readonly<{ problem: string; line: number; column: number }>;

class Broken extends Error {
  readonly offset: number;
  constructor(problem: string, offset: number) {
    super(problem);
    this.offset = offset;
  }
}

const MAX_DEPTH = 32;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;
// From the space on, every character but the quote and the backslash stands for itself.
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD = /[A-Za-z]+/y;
const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };

export function parseJsonText(
  text: string,
): { ok: true; json: JsonText } | { ok: false; problem: JsonProblem } {
  const lines = new Map<string, number>();
  try {
    const reader = new Reader(text, lines);
    const value = reader.readValue('', 0);
    reader.expectEnd();
    return { ok: true, json: { value, lines } };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { ok: false, problem: { problem: error.message, ...positionOf(text, error.offset) } };
  }
}

/** Line and column of an offset, both from 1. */
export function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length, column: offset - lineStart + 1 };
}

class Reader {
  private at = 0;
  private readonly text: string;
  private readonly lines: Map<string, number>;

  constructor(text: string, lines: Map<string, number>) {
    this.text = text;
    this.lines = lines;
  }

  readValue(path: string, depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Broken(`nested deeper than ${MAX_DEPTH} levels`, this.at);
    this.match(SPACE);
    const next = this.text[this.at];
    if (next === undefined) throw new Broken('the text ends where a value is expected', this.at);
    if (next === '{') return this.readObject(path, depth);
    if (next === '[') return this.readArray(path, depth);
    if (next === '"') return this.readString();
    return this.readScalar();
  }

  expectEnd(): void {
    this.match(SPACE);
    if (this.at < this.text.length) throw new Broken('nothing may follow the value', this.at);
  }

  private readObject(path: string, depth: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    const seen = new Set<string>();
    this.at++;
    if (this.skip('}')) return {};
    do {
      this.match(SPACE);
      const keyAt = this.at;
      const key = this.readString();
      if (seen.has(key)) throw new Broken(`the key "${key}" is there twice`, keyAt);
      seen.add(key);
      const keyPath = path === '' ? key : `${path}.${key}`;
      this.lines.set(keyPath, positionOf(this.text, keyAt).line);
      if (!this.skip(':')) throw new Broken('a ":" is expected after the key', this.at);
      entries.push([key, this.readValue(keyPath, depth + 1)]);
    } while (this.skip(','));
    if (!this.skip('}')) throw new Broken('"," or "}" is expected', this.at);
    return Object.fromEntries(entries);
  }

  private readArray(path: string, depth: number): unknown[] {
    const values: unknown[] = [];
    this.at++;
    if (this.skip(']')) return values;
    do values.push(this.readValue(`${path}.${values.length}`, depth + 1));
    while (this.skip(','));
    if (!this.skip(']')) throw new Broken('"," or "]" is expected', this.at);
    return values;
  }

  private readString(): string {
    if (this.text[this.at] !== '"') throw new Broken('a name in double quotes is expected', this.at);
    const token = this.match(STRING);
    if (token === '') throw new Broken('the string is not closed, or has a bad escape', this.at);
    return JSON.parse(token) as string;
  }

  private readScalar(): unknown {
    const start = this.at;
    const number = this.match(NUMBER);
    if (number !== '') return Number(number);
    const word = this.match(WORD);
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    throw new Broken('a value is expected', start);
  }

  private skip(sign: string): boolean {
    this.match(SPACE);
    if (this.text[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found = ''] = pattern.exec(this.text) ?? [];
    this.at += found.length;
    return found;
  }
}
