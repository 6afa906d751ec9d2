import { ANY_CHAR, charSetsMeet } from './char-set.ts';
import { type CaseRule, type Glob, type GlobSegment, globOfPath, parseGlob } from './glob.ts';
import type { GlobToken } from './glob-token.ts';

/** Whether some path fits both globs. One that cannot be read meets only its own text. */
export function globsOverlap(a: string, b: string, rule: CaseRule): boolean {
  const [first, second] = [parseGlob(a, rule), parseGlob(b, rule)];
  if (!first.ok || !second.ok) return a === b;
  return meet(first.glob, second.glob);
}

/** Whether a path, relative to the repository, fits the glob. */
export function globMatches(glob: string, path: string, rule: CaseRule): boolean {
  const read = parseGlob(glob, rule);
  return read.ok && meet(read.glob, globOfPath(path, rule));
}

const meet = (a: Glob, b: Glob): boolean =>
  a.alternatives.some((row) => b.alternatives.some((other) => rowsMeet(row, other)));

const rowsMeet = (a: readonly GlobSegment[], b: readonly GlobSegment[]): boolean =>
  productMeets(a, b, {
    isRepeat: (segment) => segment === 'any-depth',
    meets: (one, other) => one !== 'any-depth' && other !== 'any-depth' && namesMeet(one, other),
  });

const namesMeet = (a: readonly GlobToken[], b: readonly GlobToken[]): boolean =>
  productMeets(a, b, {
    isRepeat: ({ kind }) => kind === 'star',
    meets: (one, other) => charSetsMeet(charsOf(one), charsOf(other)),
  });

const charsOf = (token: GlobToken) => (token.kind === 'char' ? token.set : ANY_CHAR);

type Symbols<T> = Readonly<{ isRepeat: (symbol: T) => boolean; meets: (a: T, b: T) => boolean }>;

/**
 * Whether two patterns share a word: the product of their automata, state by state from the end. A repeat
 * stands for any number of symbols, none included; every other symbol for one.
 */
function productMeets<T>(a: readonly T[], b: readonly T[], { isRepeat, meets }: Symbols<T>): boolean {
  let below: boolean[] = [];
  for (let i = a.length; i >= 0; i -= 1) {
    const here: boolean[] = new Array(b.length + 1).fill(false);
    for (let j = b.length; j >= 0; j -= 1) {
      const one = a[i];
      const other = b[j];
      if ((one !== undefined && isRepeat(one)) || (other !== undefined && isRepeat(other)))
        here[j] = (below[j] ?? false) || (here[j + 1] ?? false);
      else if (one === undefined || other === undefined) here[j] = one === other;
      else here[j] = (below[j + 1] ?? false) && meets(one, other);
    }
    below = here;
  }
  return below[0] ?? false;
}
