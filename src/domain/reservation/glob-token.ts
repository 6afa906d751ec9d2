import { ANY_CHAR, type CharSet, complementOf, rangeSet } from './char-set.ts';

/** A piece of a glob: `/`, any run of characters within a name, or one character of a set. */
export type GlobToken =
  | Readonly<{ kind: 'slash' }>
  | Readonly<{ kind: 'star' }>
  | Readonly<{ kind: 'char'; set: CharSet; isLiteral: boolean }>;

/** What a glob can be read as once its braces are expanded, each a row of tokens. */
export type Expansions = readonly (readonly GlobToken[])[];

/** What was read so far. Readers move `at` behind what they have read. */
export type GlobCursor = { readonly chars: readonly string[]; readonly ignoreCase: boolean; at: number };

/** What a reader made of its part of the glob, or what is wrong with it. */
type Reading = Expansions | string;

const MAX_BRACE_DEPTH = 4;
const MAX_EXPANSIONS = 64;
const MAX_TOKENS = 2048;
const MAX_RANGE = 1024;

export const ANY_TOKEN: GlobToken = { kind: 'char', set: ANY_CHAR, isLiteral: false };

const READERS: Readonly<Record<string, (cursor: GlobCursor, depth: number) => Reading>> = {
  '/': () => [[{ kind: 'slash' }]],
  '*': () => [[{ kind: 'star' }]],
  '?': () => [[ANY_TOKEN]],
  '[': readClass,
  '{': readBraces,
  '}': () => 'it has a } without its {',
  '\\': (cursor) => readLiteral(cursor, cursor.chars[cursor.at++]),
};

/** Reads up to the end of the glob or, inside of braces, up to the next `,` or `}`. */
export function readGlobTokens(cursor: GlobCursor, depth = 0): Reading {
  let read: Expansions = [[]];
  for (let char = cursor.chars[cursor.at]; char !== undefined; char = cursor.chars[cursor.at]) {
    if (depth > 0 && (char === ',' || char === '}')) break;
    cursor.at += 1;
    const part: Reading = READERS[char]?.(cursor, depth) ?? readLiteral(cursor, char);
    if (typeof part === 'string') return part;
    const before: Expansions = read;
    read = before.flatMap((head) => part.map((tail) => [...head, ...tail]));
    if (!isBounded(read)) return 'its braces stand for too many paths';
  }
  return read;
}

const isBounded = (read: Expansions): boolean =>
  read.length <= MAX_EXPANSIONS && read.reduce((sum, { length }) => sum + length, 0) <= MAX_TOKENS;

function readLiteral({ ignoreCase }: GlobCursor, char: string | undefined): Reading {
  if (char === undefined || char === '/') return 'it has a \\ with nothing to escape';
  return [[{ kind: 'char', set: charSet(char, ignoreCase), isLiteral: true }]];
}

const charSet = (char: string, ignoreCase: boolean): CharSet => {
  const code = char.codePointAt(0) ?? 0;
  return rangeSet(code, code, ignoreCase);
};

function readBraces(cursor: GlobCursor, depth: number): Reading {
  if (depth >= MAX_BRACE_DEPTH) return `its braces are nested deeper than ${MAX_BRACE_DEPTH}`;
  const choices: Expansions[] = [];
  do {
    const choice = readGlobTokens(cursor, depth + 1);
    if (typeof choice === 'string') return choice;
    choices.push(choice);
  } while (cursor.chars[cursor.at++] === ',');
  return cursor.chars[cursor.at - 1] === '}' ? choices.flat() : 'it has a { without its }';
}

/** A `]` that comes first, and a `-` that comes first or last, stand for themselves. */
function readClass(cursor: GlobCursor): Reading {
  const isNegated = ['!', '^'].includes(cursor.chars[cursor.at] ?? '');
  if (isNegated) cursor.at += 1;
  const set: CharSet[] = [];
  while (set.length === 0 || cursor.chars[cursor.at] !== ']') {
    const range = readRange(cursor);
    if (typeof range === 'string') return range;
    set.push(range);
  }
  cursor.at += 1;
  const chars = set.flat();
  return [[{ kind: 'char', set: isNegated ? complementOf(chars) : chars, isLiteral: false }]];
}

function readRange(cursor: GlobCursor): CharSet | string {
  const first = readClassChar(cursor);
  if (first === undefined) return 'it has a [ without its ]';
  const isRange = cursor.chars[cursor.at] === '-' && (cursor.chars[cursor.at + 1] ?? ']') !== ']';
  if (isRange) cursor.at += 1;
  const last = isRange ? readClassChar(cursor) : first;
  if (last === undefined) return 'it has a [ without its ]';
  if (first === '/' || last === '/') return 'a / cannot stand between [ and ]';
  const [low, high] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
  if (high < low) return `its range ${first}-${last} is the wrong way round`;
  if (high - low > MAX_RANGE) return `its range ${first}-${last} is too wide`;
  return rangeSet(low, high, cursor.ignoreCase);
}

function readClassChar(cursor: GlobCursor): string | undefined {
  if (cursor.chars[cursor.at] === '\\') cursor.at += 1;
  return cursor.chars[cursor.at++];
}
