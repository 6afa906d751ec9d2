/** A set of characters as sorted ranges of code points, both ends included. */
export type CharSet = readonly (readonly [first: number, last: number])[];

const SLASH = 0x2f;
const LAST_CODE_POINT = 0x10ffff;

/** Every character that may stand in the name of a file: `/` separates names. */
export const ANY_CHAR: CharSet = [
  [1, SLASH - 1],
  [SLASH + 1, LAST_CODE_POINT],
];

export const charSetsMeet = (a: CharSet, b: CharSet): boolean =>
  a.some(([first, last]) => b.some((other) => first <= other[1] && other[0] <= last));

/** All characters of file names that the set does not hold. */
export function complementOf(set: CharSet): CharSet {
  const rest: [number, number][] = [];
  let next = 1;
  for (const [first, last] of [...set, [SLASH, SLASH] as const].sort((a, b) => a[0] - b[0])) {
    if (first > next) rest.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  if (next <= LAST_CODE_POINT) rest.push([next, LAST_CODE_POINT]);
  return rest;
}

export function rangeSet(first: number, last: number, ignoreCase: boolean): CharSet {
  if (!ignoreCase) return [[first, last]];
  const found: [number, number][] = [[first, last]];
  for (let code = first; code <= last; code += 1) {
    for (const other of casesOf(code)) found.push([other, other]);
  }
  return found;
}

/** The other cases of a character, as far as they are one character too. */
function casesOf(code: number): number[] {
  const char = String.fromCodePoint(code);
  const [lower, upper] = [char.toLowerCase(), char.toUpperCase()];
  return [lower, upper, lower.toUpperCase(), upper.toLowerCase()]
    .filter((text) => text !== char && [...text].length === 1)
    .map((text) => text.codePointAt(0) ?? code);
}
