import { ANY_TOKEN, type GlobToken, readGlobTokens } from './glob-token.ts';

export type CaseRule = Readonly<{ ignoreCase: boolean }>;

/** A name in a path, as the tokens that it is made of; `any-depth` is any number of names, none included. */
export type GlobSegment = 'any-depth' | readonly GlobToken[];

/** Paths relative to the repository. A path belongs to the glob if it fits one of the rows. */
export type Glob = Readonly<{ alternatives: readonly (readonly GlobSegment[])[] }>;

export type GlobReading = Readonly<{ ok: true; glob: Glob }> | Readonly<{ ok: false; problem: string }>;

const MAX_GLOB_LENGTH = 1024;

/**
 * Reads a glob, or says what is wrong with it. `*`, `?`, `[abc]`, `[!a-z]` and `{a,b}` stay within a name,
 * `**` is any number of folders, and a backslash takes the next character as it is. A last name without a
 * wildcard stands for the file, or for the folder with all that is in it.
 */
export function parseGlob(text: string, { ignoreCase }: CaseRule): GlobReading {
  const problem = outerProblem(text);
  if (problem) return { ok: false, problem };
  const read = readGlobTokens({ chars: [...text.normalize('NFC')], ignoreCase, at: 0 });
  if (typeof read === 'string') return { ok: false, problem: read };
  const rows = read.map(splitSegments);
  const wrong = rows.map(rowProblem).find((found) => found !== null);
  if (wrong) return { ok: false, problem: wrong };
  return { ok: true, glob: { alternatives: rows.map(normalise) } };
}

/** The glob of one path, which stands for this path alone. */
export const globOfPath = (path: string, { ignoreCase }: CaseRule): Glob => {
  const names = path
    .normalize('NFC')
    .split('/')
    .filter((name) => name !== '' && name !== '.');
  const literal = (name: string): readonly GlobToken[] => {
    const read = readGlobTokens({ chars: [...name].flatMap((char) => ['\\', char]), ignoreCase, at: 0 });
    return typeof read === 'string' ? [] : (read[0] ?? []);
  };
  return { alternatives: [names.map(literal)] };
};

/** Whether every file of the repository fits the glob, as with `**`. */
export const matchesEverything = ({ alternatives }: Glob): boolean =>
  alternatives.some(([depth, name, ...more]) => depth === 'any-depth' && isAnyName(name) && !more.length);

function outerProblem(text: string): string | null {
  if (text.trim() === '') return 'it is empty';
  if (text.length > MAX_GLOB_LENGTH) return `it is longer than ${MAX_GLOB_LENGTH} characters`;
  if ([...text].some((char) => char < ' ' || char === '\u007f')) return 'it holds a control character';
  if (/^(\/|~|[a-z]:[\\/])/i.test(text)) return 'it is absolute; globs are relative to the repository';
  return null;
}

function rowProblem(row: readonly (readonly GlobToken[])[]): string | null {
  if (row.length > 1 && row[0]?.length === 0) return 'it is absolute; globs are relative to the repository';
  if (row.some((name) => isDots(name, 2))) return 'it leaves the repository with ..';
  return row.every(isNothing) ? 'it names the repository itself; say ** for all of it' : null;
}

function splitSegments(tokens: readonly GlobToken[]): GlobToken[][] {
  const segments: GlobToken[][] = [[]];
  for (const token of tokens) {
    if (token.kind === 'slash') segments.push([]);
    else segments.at(-1)?.push(token);
  }
  return segments;
}

function normalise(row: readonly (readonly GlobToken[])[]): readonly GlobSegment[] {
  const names = row.filter((name) => !isNothing(name)).map(asSegment);
  const last = names.at(-1);
  const isFolder = row.at(-1)?.length === 0;
  if (last === 'any-depth') names.push([{ kind: 'star' }]);
  else if (isFolder) names.push('any-depth', [{ kind: 'star' }]);
  else if (last?.every(isLiteral)) names.push('any-depth');
  return names.filter((name, index) => name !== 'any-depth' || names[index - 1] !== 'any-depth');
}

const asSegment = (name: readonly GlobToken[]): GlobSegment =>
  name.length > 1 && name.every(({ kind }) => kind === 'star') ? 'any-depth' : name;

const isLiteral = (token: GlobToken): boolean => token.kind === 'char' && token.isLiteral;

/** `//` and `/./` add nothing to a path. */
const isNothing = (name: readonly GlobToken[]): boolean => name.length === 0 || isDots(name, 1);

const isDots = (name: readonly GlobToken[], count: number): boolean =>
  name.length === count && name.every((token) => token.kind === 'char' && isLiteral(token) && isDot(token));

const isDot = (token: GlobToken & { kind: 'char' }): boolean =>
  token.set.length === 1 && token.set[0]?.[0] === 0x2e && token.set[0]?.[1] === 0x2e;

const isAnyName = (segment: GlobSegment | undefined): boolean =>
  segment !== undefined &&
  segment !== 'any-depth' &&
  segment.some(({ kind }) => kind === 'star') &&
  segment.every((token) => token.kind === 'star' || token === ANY_TOKEN) &&
  segment.filter((token) => token === ANY_TOKEN).length <= 1;
